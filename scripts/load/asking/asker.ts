import { chat as askChat, stream as askStream } from '../../../conformance/checks/chat/probes.ts';
import { isCompleteResponse, isSuccessStatus, type Exchange } from '../../../conformance/model/exchange.ts';
import { parsedJson } from '../../../conformance/reading/parsed-json.ts';
import { answerTexts } from '../../../conformance/expectations/words/said.ts';
import { eventsIn } from '../../../conformance/decoded/timed-events.ts';
import { textIn } from '../../../load/content/stream-event.ts';
import type { ContentRule } from '../../../load/content/rule.ts';
import { engineOf, type Asking } from './ask-for-streams.ts';

export type MarkedOperation = 'stream' | 'chat';

/** An operation of a run, requested sequentially outside of the run. */
export type SequentialAsking = Asking & {
  readonly operation: MarkedOperation;
  /** The seed of the run. */
  readonly seed: number;
  /** The rule by which events carry text; without a rule no stream is requested. */
  readonly rule: ContentRule | undefined;
};

export type ChatBody = { readonly message: string; readonly sessionId?: unknown };
/** @property isWhole whether the reply is complete: what an incomplete reply lacks says nothing of the bot */
type Heard = { readonly exchange: Exchange; readonly reply: string; readonly isWhole: boolean };

/** Undefined where there was no reply, or where it could not be read. */
export type Ask = (body: ChatBody) => Promise<Heard | undefined>;

type Asker = { readonly ask: Ask; readonly close: () => Promise<unknown> };

/** Makes a function that sends requests in the same way as the run. */
export function createAsker(
  { settings, target, botId, signal, operation, seed, rule }: SequentialAsking,
  bounds: { readonly maxCredits: number; readonly longestMs: number },
): Asker {
  const engine = engineOf({ settings, target, botId, signal }, { seed, ...bounds });
  const change = target.token === undefined ? ({ as: 'none' } as const) : {};
  return {
    ask: async (body) => {
      const { seen } = await engine.ask(operation === 'chat' ? askChat(body, change) : askStream(body, change));
      const exchange = seen.at(-1);
      const reply = exchange && replyIn(exchange, rule);
      if (exchange === undefined || reply === undefined) return undefined;
      return { exchange, reply, isWhole: isCompleteResponse(exchange) };
    },
    close: () => engine.close(),
  };
}

/** The run looks for marks in the JSON text itself, where it would miss a mark with escaped letters. */
const escapedLetter = /\\u00(?:[46][1-9a-f]|[57][0-9a])/i;

function replyIn(exchange: Exchange, rule: ContentRule | undefined): string | undefined {
  const { response, operation } = exchange;
  if (response.is !== 'answer' || !isSuccessStatus(response.status)) return undefined;
  // The body text itself, which is what the run searches: in the parts of a list a mark may be cut.
  if (operation !== 'stream') return answerTexts(exchange)[0];
  if (rule === undefined) return undefined;
  const events = eventsIn(response, 'stream') ?? [];
  if (events.some(({ data }) => escapedLetter.test(data))) return undefined;
  return events.map(({ type, data }) => textIn({ name: type, data, value: parsedJson(data) }, rule)).join('');
}
