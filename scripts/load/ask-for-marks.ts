import { chat as askChat, stream as askStream } from '../../conformance/chat/probes.ts';
import { createEngine } from '../../conformance/core/engine.ts';
import { isSuccessStatus, type Exchange } from '../../conformance/core/exchange.ts';
import { parsedJson } from '../../conformance/core/parsed-json.ts';
import { sessionIdIn } from '../../conformance/expect/carries-session-id.ts';
import { textsSaid } from '../../conformance/expect/said.ts';
import { eventsIn } from '../../conformance/insight/timed-events.ts';
import { textIn } from '../../load/model/content/stream-event.ts';
import type { ContentRule } from '../../load/model/content/rule.ts';
import { holdsMarks, markedMessage, mostMarked } from '../../load/model/marks.ts';
import type { Asking } from './ask-for-streams.ts';
import { readCa } from '../given/read-settings.ts';

/** Who repeats twice is taken for one that repeats; the second request goes on with the session of the first. */
const asked = 2;

/** What that costs of each operation at most, in credits (8.1). */
export const marksCredits = asked;

const longestMs = 60_000;

export type MarkedOperation = 'stream' | 'chat';

/** Of the requests that were answered: how many replies held both of their marks, and whether the turn before was told. */
type HeardMarks = { readonly answered: number; readonly held: number; readonly recalled: boolean };

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
  const engine = createEngine({ ...options, maxCredits: marksCredits }, [], () => undefined, inTime);
  const change = target.token === undefined ? ({ as: 'none' } as const) : {};
  const heard = { answered: 0, held: 0, recalled: false };
  let sessionId: unknown;
  try {
    for (let place = 0; place < asked; place += 1) {
      // From the end, and other ones for each operation: a reply of a later request that holds them is another's.
      const index = mostMarked - 1 - place - (operation === 'chat' ? asked : 0);
      const message = markedMessage(seed, index, 'Tell me about old maps and quiet harbours.');
      const body = sessionId === undefined ? { message } : { message, sessionId };
      const { seen } = await engine.ask(operation === 'chat' ? askChat(body, change) : askStream(body, change));
      const exchange = seen.at(-1);
      const reply = exchange && replyIn(exchange, rule);
      if (exchange === undefined || reply === undefined) break;
      heard.answered += 1;
      if (!holdsMarks(reply, seed, index)) break;
      heard.held += 1;
      heard.recalled = sessionId !== undefined && holdsMarks(reply, seed, index + 1);
      sessionId = sessionIdIn(exchange);
    }
    return heard;
  } finally {
    await engine.close();
  }
}

function replyIn(exchange: Exchange, rule: ContentRule | undefined): string | undefined {
  const { response, operation } = exchange;
  if (response.is !== 'answer' || !isSuccessStatus(response.status)) return undefined;
  if (operation !== 'stream') return textsSaid(exchange).join('\n');
  if (rule === undefined) return undefined;
  const events = eventsIn(response, 'stream') ?? [];
  return events.map(({ type, data }) => textIn({ name: type, data, value: parsedJson(data) }, rule)).join('');
}

/** Both replies, and no fewer. */
export function isRepeating({ held }: HeardMarks): boolean {
  return held === asked;
}
