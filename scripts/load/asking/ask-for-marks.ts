import { chat as askChat, stream as askStream } from '../../../conformance/checks/chat/probes.ts';
import { createEngine } from '../../../conformance/engine/engine.ts';
import { isSuccessStatus, type Exchange } from '../../../conformance/model/exchange.ts';
import { parsedJson } from '../../../conformance/reading/parsed-json.ts';
import { sessionIdIn } from '../../../conformance/expectations/bodies/carries-session-id.ts';
import { textsSaid } from '../../../conformance/expectations/words/said.ts';
import { eventsIn } from '../../../conformance/decoded/timed-events.ts';
import { textIn } from '../../../load/content/stream-event.ts';
import type { SaidAlone } from '../../../load/content/said-alone.ts';
import type { ContentRule } from '../../../load/content/rule.ts';
import {
  holdsMarks,
  longestMessage,
  mostMarked,
  repeatsBeginning,
  repeatsMessage,
  shortMessage,
} from '../../../load/content/marks.ts';
import { askingBytes, type Asking } from './ask-for-streams.ts';
import { readCa } from '../../input/read-settings.ts';

/** Who does so twice is taken for one that always does; the second request goes on with the session of the first. */
const asked = 2;

/** What that costs of each operation at most, in credits (8.1). */
export const marksCredits = asked;

/**
 * So many more replies tell how often a bot that only says its marks leaves them out when it is asked one thing at a time.
 * One that left them out of half would say them in all twelve once in 4,000 runs.
 */
const askedMore = 10;

/** What these cost of each operation at most, in credits. They are asked for where there are some to spare. */
export const aloneCredits = askedMore;

const longestMs = 60_000;

export type MarkedOperation = 'stream' | 'chat';

/** Of the requests that were answered: how many replies held both of their marks, and how many the whole message. */
type HeardMarks = {
  readonly answered: number;
  readonly held: number;
  readonly repeated: number;
  /** What was said in the turn before was repeated too. */
  readonly recalled: boolean;
  /** Of a bot that only says its marks: of how many replies, asked for one at a time, so many had both. */
  readonly alone?: SaidAlone[string];
};

type AskingMarks = Asking & {
  readonly operation: MarkedOperation;
  /** Of the run. */
  readonly seed: number;
  /** Which events carry text; a stream is not asked for without. */
  readonly rule: ContentRule | undefined;
  /** Credits for telling how often the bot leaves its marks out. */
  readonly spare: number;
};

/** Asks as the run will ask, by marks that none of its requests has. */
export async function askForMarks({ settings, target, botId, signal, ...asking }: AskingMarks): Promise<HeardMarks> {
  const { operation, seed, rule, spare } = asking;
  const more = Math.max(0, Math.min(askedMore, spare));
  const options = { ...settings, target: target.url, token: target.token, bot: botId, seed, ca: readCa(settings) };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
  const engine = createEngine(
    { ...options, maxCredits: marksCredits + more, runBytes: askingBytes },
    [],
    () => undefined,
    inTime,
  );
  const change = target.token === undefined ? ({ as: 'none' } as const) : {};
  const ask = async (body: Asked): Promise<Heard | undefined> => {
    const { seen } = await engine.ask(operation === 'chat' ? askChat(body, change) : askStream(body, change));
    const exchange = seen.at(-1);
    const reply = exchange && replyIn(exchange, rule);
    return exchange === undefined || reply === undefined ? undefined : { exchange, reply };
  };
  // From the end, and other ones for each operation: a reply of a later request that holds them is another's.
  const first = mostMarked - 1 - (operation === 'chat' ? asked + askedMore : 0);
  try {
    const heard = await heardTwice(ask, seed, first);
    if (mannerOf(heard) !== 'says' || more === 0) return heard;
    return { ...heard, alone: await heardAlone(ask, { seed, first: first - asked, more }) };
  } finally {
    await engine.close();
  }
}

type Asked = { readonly message: string; readonly sessionId?: unknown };
type Heard = { readonly exchange: Exchange; readonly reply: string };
type Ask = (body: Asked) => Promise<Heard | undefined>;

async function heardTwice(ask: Ask, seed: number, first: number): Promise<HeardMarks> {
  const heard = { answered: 0, held: 0, repeated: 0, recalled: false };
  let before: Asked | undefined;
  for (let place = 0; place < asked; place += 1) {
    const index = first - place;
    const message = longestMessage(seed, index);
    const sessionId = before?.sessionId;
    const answer = await ask(sessionId === undefined ? { message } : { message, sessionId });
    if (answer === undefined) break;
    heard.answered += 1;
    if (!holdsMarks(answer.reply, seed, index)) break;
    heard.held += 1;
    if (repeatsMessage(answer.reply, message)) heard.repeated += 1;
    heard.recalled = before?.sessionId !== undefined && repeatsBeginning(answer.reply, before.message);
    before = { message, sessionId: sessionIdIn(answer.exchange) };
  }
  return heard;
}

/** The two before count too: both had their marks, and a bot of which one had not is not asked for more. */
async function heardAlone(
  ask: Ask,
  { seed, first, more }: { readonly seed: number; readonly first: number; readonly more: number },
): Promise<SaidAlone[string]> {
  const alone = { n: asked, said: asked };
  for (let place = 0; place < more; place += 1) {
    const index = first - place;
    const answer = await ask({ message: shortMessage(seed, index) });
    if (answer === undefined) break;
    alone.n += 1;
    if (holdsMarks(answer.reply, seed, index)) alone.said += 1;
  }
  return alone;
}

/** The run looks for marks in JSON as it stands, where one whose letters are escaped would be missed. */
const escapedLetter = /\\u00(?:[46][1-9a-f]|[57][0-9a])/i;

function replyIn(exchange: Exchange, rule: ContentRule | undefined): string | undefined {
  const { response, operation } = exchange;
  if (response.is !== 'answer' || !isSuccessStatus(response.status)) return undefined;
  // The body as it stands, which is what the run looks through: in parts of a list a mark may be cut.
  if (operation !== 'stream') return textsSaid(exchange)[0];
  if (rule === undefined) return undefined;
  const events = eventsIn(response, 'stream') ?? [];
  if (events.some(({ data }) => escapedLetter.test(data))) return undefined;
  return events.map(({ type, data }) => textIn({ name: type, data, value: parsedJson(data) }, rule)).join('');
}

/**
 * What both replies show, and no fewer: that the bot repeats whole messages, which a program does and goes on doing, or that
 * it says what it is asked to, which a language model forgets now and then.
 */
export function mannerOf({ held, repeated }: HeardMarks): 'repeats' | 'says' | undefined {
  return repeated === asked ? 'repeats' : held === asked ? 'says' : undefined;
}
