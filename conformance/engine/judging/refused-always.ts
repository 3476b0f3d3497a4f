import { sentJson } from '../../bodies/sent-json.ts';
import { chatFlags, speechFormats, speed, voiceNames } from '../../contract/limits.ts';
import { chatCall, nameOf, speechCall } from '../../model/calls.ts';
import type { Check, Mismatch } from '../../model/check.ts';
import { headerOf, isTaken, type Exchange } from '../../model/exchange.ts';
import { isOfStatus, referencesOf } from '../../model/mismatch.ts';
import { placeholders, type Call, type Probe } from '../../model/probe.ts';
import { sizeText } from '../../reading/count-text.ts';
import { differsByItself } from './comparable.ts';
import { failed, judgeEvidence, type Evidence, type Judged } from './judge.ts';
import { aRequestFor } from './trait.ts';

/**
 * A 502 says nothing of time or load, as 503 and 504 do (RFC 9110 15.6.3): what is behind a gateway gave no valid answer to
 * this request. One that gets it each time it is sent, by itself, while a plain one of the same kind is taken before each,
 * meets no outage that passes. A valid one fails by it; what is odd stays open.
 */
const status = 502;

/** Each of them with as many attempts of the one as anything has, so that chance has to repeat itself a dozen times. */
const pairs = 4;
const fewestAttempts = 3;

/** Each takes some seconds. What fails says all: of the others one shows what is behind them. */
const most = { ofFailures: 2, ofOthers: 1 } as const;

/** Which request of a check got it, and what shows whether it always does. */
type Tried = { readonly refused: Exchange; readonly isFailure: boolean; readonly probe: Probe };

/** Sends what tells whether a request is always refused; undefined where that is not to be told, or was told often enough. */
export type AskWhetherAlways = (tried: Tried) => Promise<Evidence | undefined>;

/** Sends by `send`, as often as one operation is worth it. */
export function createAskWhetherAlways(send: (probe: Probe) => Promise<Evidence>): AskWhetherAlways {
  const sent = new Map<string, ReadonlySet<string>>();
  return async ({ refused: { operation }, isFailure, probe }) => {
    const key = `${operation} ${isFailure}`;
    // Several checks may rest on one request.
    const names = new Set([...(sent.get(key) ?? []), probe.name]);
    if (names.size > (isFailure ? most.ofFailures : most.ofOthers)) return undefined;
    sent.set(key, names);
    return send(probe);
  };
}

/** A verdict, and what was sent for it besides. */
type Told = { readonly judged: Judged; readonly beside?: readonly Exchange[] };

/** The verdict on what could not be judged for a 502, in the light of whether that passes. */
export async function unlessRefusedAlways(
  check: Check,
  judged: Judged,
  gathered: Evidence,
  ask: AskWhetherAlways | undefined,
): Promise<Told> {
  const refused = refusedIn(judged, gathered);
  const calls = refused === undefined ? undefined : callsFor(refused);
  if (ask === undefined || refused === undefined || calls === undefined) return { judged };
  const mismatches = await mismatchesOf(check, gathered, refused);
  const came = await ask({ refused, isFailure: mismatches.length > 0, probe: probeFor(refused, calls) });
  if (came === undefined || came.seen.length < 2 * pairs || isBroken(came.seen)) return { judged };
  const times = came.seen.reduce((sum, { attempt }, at) => (at % 2 === 0 ? sum : sum + attempt), refused.attempt);
  const beside = `each of ${times} times that it was sent, while ${aRequestFor(refused.operation)} in a few plain words before was taken each of ${pairs} times`;
  if (mismatches.length > 0) return { judged: failed(mismatches.map(always(beside))), beside: came.seen };
  const because = `status ${status} ${beside}: no outage that passes, nor a matter of --concurrency; see what the service, or a proxy in front of it, does with ${traitOf(refused)}`;
  return { judged: { verdict: { ...judged.verdict, is: 'inconclusive', because }, mismatches: [] }, beside: came.seen };
}

function refusedIn({ verdict }: Judged, { seen, judgesSteady = [] }: Evidence): Exchange | undefined {
  if (verdict.is !== 'inconclusive' || verdict.about?.is !== 'answer') return undefined;
  const id = verdict.about.exchange;
  return seen.find((each, at) => each.id === id && isRefusedEachTime(each) && judgesSteady[at] !== true);
}

function isRefusedEachTime({ response, attempt }: Exchange): boolean {
  return response.is === 'answer' && response.status === status && attempt >= fewestAttempts;
}

/** What says that this request may not get it; none where nobody has to be able to answer it. */
async function mismatchesOf(check: Check, gathered: Evidence, refused: Exchange): Promise<readonly Mismatch[]> {
  if (!isValid(refused)) return [];
  const judgesSteady = gathered.seen.map(isRefusedEachTime);
  const { mismatches } = await judgeEvidence(check, { ...gathered, judgesSteady }, undefined);
  return mismatches.filter(
    (mismatch) => isOfStatus(mismatch) && (gathered.seen.length === 1 || referencesOf(mismatch).includes(refused.id)),
  );
}

/** What is larger may be refused by who stands in front of a service before it is read, and nobody has to be polite to that. */
const longestBytes = 64 * 1024;

/** As the document has it (2.2, 2.5), and of a length that people send. */
function isValid({ operation, request }: Exchange): boolean {
  const body = request.body.length > longestBytes ? undefined : sentJson(request);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const rules = operation === 'speech' ? ofSpeech : ofChat;
  const { required, members } = rules;
  return (
    required.every((name) => Object.hasOwn(body, name)) &&
    Object.entries(body).every(([name, value]) => members[name]?.(value) === true)
  );
}

type Rules = {
  readonly required: readonly string[];
  readonly members: Readonly<Record<string, (value: unknown) => boolean>>;
};

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '' && value.isWellFormed();
const isOneOf =
  (names: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === 'string' && names.includes(value);
const isSpeed = (value: unknown): boolean =>
  typeof value === 'number' && value >= speed.minimum && value <= speed.maximum;
const isFlag = (value: unknown): boolean => typeof value === 'boolean';

const ofChat: Rules = {
  required: ['message'],
  members: { message: isText, ...Object.fromEntries(chatFlags.map((flag) => [flag, isFlag])) },
};
const ofSpeech: Rules = {
  required: ['text', 'voice'],
  members: {
    text: isText,
    voice: isOneOf(voiceNames),
    format: isOneOf(speechFormats),
    speed: isSpeed,
    instructions: isText,
  },
};

function always(beside: string): (mismatch: Mismatch) => Mismatch {
  return (mismatch) => ({
    ...mismatch,
    observed: `${mismatch.observed} (${beside})`,
    kind: { ...mismatch.kind, observed: mismatch.kind?.observed ?? mismatch.observed },
  });
}

const longBytes = 500;

function traitOf({ request: { body } }: Exchange): string {
  return body.length < longBytes
    ? 'this request'
    : `this request, such as with the size of its body: ${sizeText(body.length)}`;
}

type Calls = { readonly plain: Call; readonly same: Call };

/** The request as it was, and a plain one to the same path by the same caller; of a session more than a request would be sent again. */
function callsFor({ operation, request, kept }: Exchange): Calls | undefined {
  const { method, url, headers, body, raw, revealsBody } = request;
  const [path] = /\/v1\/(?:bots\/[^/?#]+\/chat(?:\/stream)?|audio\/tts)$/.exec(url) ?? [];
  const authorization = headerOf(headers, 'authorization');
  const isOfGiven = authorization === bearer.token || authorization === bearer.otherToken;
  const isPlainPost = method === 'POST' && raw === undefined && revealsBody === undefined && kept === undefined;
  if (path === undefined || authorization === undefined || !isOfGiven || !isPlainPost) return undefined;
  if (Buffer.from(body).includes('"sessionId"')) return undefined;
  const own = headers.filter(([name, value]) => !differsByItself(name) && value !== '***');
  const change = { path, authorization } as const;
  switch (operation) {
    case 'chat':
    case 'stream':
      return {
        plain: chatCall(operation, '', { message: 'Hello.' }, change),
        same: { operation, method, path, headers: own, body },
      };
    case 'speech':
      return {
        plain: speechCall({ text: 'Hello.', voice: voiceNames[0] }, change),
        same: { operation, method, path, headers: own, body },
      };
    default:
      return undefined;
  }
}

const bearer = { token: `Bearer ${placeholders.token}`, otherToken: `Bearer ${placeholders.otherToken}` } as const;

function probeFor({ operation, request }: Exchange, { plain, same }: Calls): Probe {
  const uses = 2 * pairs;
  const authorization = headerOf(request.headers, 'authorization');
  return {
    name: nameOf(
      `${operation} that got ${status}, again between plain ones`,
      same.path,
      same.headers,
      Buffer.from(request.body).toString('latin1'),
    ),
    needs: [authorization === bearer.token ? 'token' : 'otherToken'],
    costs: operation === 'speech' ? { chats: 0, speeches: uses } : { chats: uses, speeches: 0 },
    alone: true,
    steps: Array.from(
      { length: uses },
      (_, at) =>
        ({ seen }) =>
          isBroken(seen) ? { stop: 'it comes and goes' } : [at % 2 === 0 ? plain : same],
    ),
  };
}

/** One of the plain ones was not taken at once, or one of the others was. */
function isBroken(seen: readonly Exchange[]): boolean {
  return seen.some((each, at) => (at % 2 === 0 ? !(isTaken(each) && each.attempt === 1) : !isRefusedEachTime(each)));
}
