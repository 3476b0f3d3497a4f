import { chat as askChat, stream as askStream } from '../../../conformance/checks/chat/probes.ts';
import { createEngine } from '../../../conformance/engine/engine.ts';
import { isSuccessStatus, type Exchange } from '../../../conformance/model/exchange.ts';
import { parsedJson } from '../../../conformance/reading/parsed-json.ts';
import { sessionIdIn } from '../../../conformance/expectations/bodies/carries-session-id.ts';
import { textsSaid } from '../../../conformance/expectations/words/said.ts';
import { eventsIn } from '../../../conformance/decoded/timed-events.ts';
import { textIn } from '../../../load/content/stream-event.ts';
import type { ContentRule } from '../../../load/content/rule.ts';
import {
  holdsMarks,
  longestMessage,
  mostMarked,
  repeatsBeginning,
  repeatsMessage,
} from '../../../load/content/marks.ts';
import { askingBytes, type Asking } from './ask-for-streams.ts';
import { readCa } from '../../input/read-settings.ts';

/** Who does so twice is taken for one that always does; the second request goes on with the session of the first. */
const asked = 2;

/** What that costs of each operation at most, in credits (8.1). */
export const marksCredits = asked;

const longestMs = 60_000;

export type MarkedOperation = 'stream' | 'chat';

/** Of the requests that were answered: how many replies held both of their marks, and how many the whole message. */
type HeardMarks = {
  readonly answered: number;
  readonly held: number;
  readonly repeated: number;
  /** What was said in the turn before was repeated too. */
  readonly recalled: boolean;
};

type AskingMarks = Asking & {
  readonly operation: MarkedOperation;
  /** Of the run. */
  readonly seed: number;
  /** Which events carry text; a stream is not asked for without. */
  readonly rule: ContentRule | undefined;
};

/** Asks as the run will ask, by marks that none of its requests has. */
export async function askForMarks({ settings, target, botId, signal, ...asking }: AskingMarks): Promise<HeardMarks> {
  const { operation, seed, rule } = asking;
  const options = { ...settings, target: target.url, token: target.token, bot: botId, seed, ca: readCa(settings) };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
  const engine = createEngine(
    { ...options, maxCredits: marksCredits, runBytes: askingBytes },
    [],
    () => undefined,
    inTime,
  );
  const change = target.token === undefined ? ({ as: 'none' } as const) : {};
  const heard = { answered: 0, held: 0, repeated: 0, recalled: false };
  let before: { readonly message: string; readonly sessionId: unknown } | undefined;
  try {
    for (let place = 0; place < asked; place += 1) {
      // From the end, and other ones for each operation: a reply of a later request that holds them is another's.
      const index = mostMarked - 1 - place - (operation === 'chat' ? asked : 0);
      const message = longestMessage(seed, index);
      const sessionId = before?.sessionId;
      const body = sessionId === undefined ? { message } : { message, sessionId };
      const { seen } = await engine.ask(operation === 'chat' ? askChat(body, change) : askStream(body, change));
      const exchange = seen.at(-1);
      const reply = exchange && replyIn(exchange, rule);
      if (exchange === undefined || reply === undefined) break;
      heard.answered += 1;
      if (!holdsMarks(reply, seed, index)) break;
      heard.held += 1;
      if (repeatsMessage(reply, message)) heard.repeated += 1;
      heard.recalled = before?.sessionId !== undefined && repeatsBeginning(reply, before.message);
      before = { message, sessionId: sessionIdIn(exchange) };
    }
    return heard;
  } finally {
    await engine.close();
  }
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
