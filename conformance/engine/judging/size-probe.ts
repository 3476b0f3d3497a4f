import { endpoints } from '../../contract/limits.ts';
import { sentJson } from '../../bodies/sent-json.ts';
import { chatCall, nameOfProbe, speechCall } from '../../model/calls.ts';
import type { Exchanges } from '../../model/check.ts';
import { headerOf, isAccepted, type Exchange } from '../../model/exchange.ts';
import { isStatusMismatch } from '../../model/mismatch.ts';
import { plainChat, plainStream } from '../../model/probes/plain-chat.ts';
import { plainSpeech } from '../../model/probes/plain-speech.ts';
import { placeholders, type Call, type Probe } from '../../model/probe.ts';
import type { ProbeResult, CheckResult } from './judge.ts';

/**
 * Maximum sizes of texts and messages are not shown (8.2): a refused text may be too long for a service, however short
 * it seems. Two plain texts tell: where a short one is taken, and one as long as the refused one is refused too,
 * nothing but the length was wrong.
 */

/** Statuses that refuse a size: 413, or that of a value that is not taken. */
const statusesOfSize = [400, 413, 422];

/** Shorter texts are never too long: a service that takes less would be of no use. */
const shortestBytes = 32;

/** The texts of a request, by their names. */
const textsOf = { chat: ['message'], stream: ['message'], speech: ['text', 'instructions'] } as const;
type By = keyof typeof textsOf;

type Text = { readonly name: string; readonly bytes: number };

/** A refused request with texts of some length. Whether the length is the reason is not known yet. */
type Refused = {
  readonly exchange: Exchange;
  readonly by: By;
  readonly long: readonly Text[];
};

function refusedIn(seen: Exchanges): readonly Refused[] {
  return seen.flatMap((exchange): readonly Refused[] => {
    const { operation: by, response, request } = exchange;
    if (by !== 'chat' && by !== 'stream' && by !== 'speech') return [];
    if (response.is !== 'answer' || !statusesOfSize.includes(response.status) || request.raw !== undefined) return [];
    const body = sentJson(request);
    const long = textsOf[by].flatMap((name) => longTextIn(body, name));
    return long.length === 0 ? [] : [{ exchange, by, long }];
  });
}

function longTextIn(body: unknown, name: string): readonly Text[] {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return [];
  const text = (body as Readonly<Record<string, unknown>>)[name];
  const bytes = typeof text === 'string' ? Buffer.byteLength(text) : 0;
  return bytes < shortestBytes ? [] : [{ name, bytes }];
}

const plainWords = 'A lighthouse shows ships where the coast is. ';
const shortText = 'Hello.';

function plainOf({ name, bytes }: Text): readonly [string, string] {
  return [name, `${plainWords.repeat(Math.ceil(bytes / plainWords.length)).slice(0, bytes - 1)}.`];
}

const shortOf = ({ name }: Text): readonly [string, string] => [name, shortText];

/**
 * The same request with other texts: to the same bot, by the same caller, and for a speech with the same other members.
 */
function callAs({ exchange: { request }, by, long }: Refused, textOf: typeof plainOf): Call {
  const texts = Object.fromEntries(long.map(textOf));
  const authorization = headerOf(request.headers, 'authorization');
  const change = authorization === undefined ? ({ as: 'none' } as const) : { authorization };
  if (by === 'speech') return speechCall({ ...Object(sentJson(request)), ...texts }, change);
  const [path = endpoints[by].path] = /\/v1\/bots\/[^/?#]+\/chat(?:\/stream)?(?=$|[?#])/.exec(request.url) ?? [];
  return chatCall(by, '', texts, { ...change, path });
}

/** True for a token that the run was given, false for that of a workspace that was made for a probe. */
function isOfGiven({ exchange: { request } }: Refused): boolean {
  const authorization = headerOf(request.headers, 'authorization') ?? '';
  return authorization === `Bearer ${placeholders.token}` || authorization === `Bearer ${placeholders.otherToken}`;
}

/**
 * The probe that tells whether the texts of a failed check are all too long for this service; undefined where they
 * cannot be the reason. Only the shortest is tried: where that is too long, longer ones are too.
 */
export function sizeProbeFor({ verdict, mismatches }: CheckResult, { seen }: ProbeResult): Probe | undefined {
  if (verdict.is !== 'fail') return undefined;
  const refused = refusedIn(seen);
  const isOfRefused = (id?: string): boolean =>
    id === undefined ? refused.length > 0 : refused.some(({ exchange }) => exchange.id === id);
  if (!mismatches.every((mismatch) => isStatusMismatch(mismatch) && isOfRefused(mismatch.exchange))) return undefined;
  const [shortest] = refused.filter(isOfGiven).toSorted((one, other) => lengthOf(one) - lengthOf(other));
  if (shortest === undefined) return undefined;
  const calls = [shortOf, plainOf].map((textOf) => callAs(shortest, textOf));
  const [short, plain] = calls.map(({ path, body }) => [path, body]);
  return {
    name: nameOfProbe(`plain ${shortest.by} as long as one that was refused, after a short one`, short, plain),
    needs: ['token'],
    costs: shortest.by === 'speech' ? { chats: 0, speeches: 2 } : { chats: 2, speeches: 0 },
    steps: calls.map((call) => () => [call]),
  };
}

const lengthOf = ({ long }: Refused): number => long.reduce((sum, { bytes }) => sum + bytes, 0);

/** The verdict after the two plain texts: not applicable where the long one was refused for its size. */
export function unlessTooLong(judged: CheckResult, { seen: [short, plain] }: ProbeResult): CheckResult {
  if (short === undefined || plain?.response.is !== 'answer' || !isAccepted(short)) return judged;
  const { status } = plain.response;
  if (!statusesOfSize.includes(status)) return judged;
  const because = `the text is too long for this service: a plain text of the same length is refused too (status ${status}), and the document sets no maximum size (8.2)`;
  return { verdict: { is: 'notApplicable', because }, mismatches: [] };
}

/**
 * True where a text of that length was taken (a chat also in a stream): then the request was refused for something
 * else.
 */
function isTakenElsewhere({ by, long }: Refused, seen: Exchanges): boolean {
  return seen.some((exchange) => {
    if (!isAccepted(exchange) || (exchange.operation === 'speech') !== (by === 'speech')) return false;
    const body = sentJson(exchange.request);
    return long.every(({ name, bytes }) => longTextIn(body, name).some((other) => other.bytes >= bytes));
  });
}

/**
 * True where the refusal names another reason and no length: another member of the request, such as `speed out of
 * range`, or the content, such as `content_policy`.
 */
function isForAnother({ exchange: { request, response }, long }: Refused): boolean {
  if (response.is !== 'answer') return false;
  const said = Buffer.from(response.body).toString('utf8').toLowerCase();
  if (/\b(?:long|length|size|large|big|limit|maximum|characters|bytes)\b/.test(said)) return false;
  if (/content.?(?:policy|filter)|moderat|guardrail|inappropriate|flagged/.test(said)) return true;
  const texts = long.map(({ name }) => name);
  const others = Object.keys(Object(sentJson(request)) as object).filter((name) => !texts.includes(name));
  const words = new Set(said.match(/[a-z_]+/g));
  return others.some((name) => words.has(name.toLowerCase()));
}

/** The plainest request of each operation. */
const plainBy = { chat: plainChat, stream: plainStream, speech: plainSpeech } as const;

/**
 * Adds to an inconclusive reason that a text may be too long: a bot was not told what a refused turn says. Nothing is
 * added for an operation whose plainest request is refused too.
 */
export async function withSizeHint(
  judged: CheckResult,
  { seen }: ProbeResult,
  gather: (probe: Probe) => Promise<ProbeResult>,
): Promise<CheckResult> {
  const { verdict } = judged;
  if (verdict.is !== 'inconclusive') return judged;
  const ofSize = refusedIn(seen).filter((refused) => !isForAnother(refused) && !isTakenElsewhere(refused, seen));
  const isServed = async (by: By): Promise<boolean> =>
    seen.some((each) => each.operation === by && isAccepted(each)) || (await gather(plainBy[by])).seen.some(isAccepted);
  for (const by of new Set(ofSize.map((refused) => refused.by))) {
    if (!(await isServed(by))) continue;
    const because = `${verdict.because}; one text was refused, perhaps because it is too long (the document sets no maximum size, 8.2)`;
    return { ...judged, verdict: { ...verdict, because } };
  }
  return judged;
}
