import { randomInt } from 'node:crypto';
import { chat as askChat, stream as askStream } from '../../../conformance/checks/chat/probes.ts';
import { createEngine, type Engine } from '../../../conformance/engine/engine.ts';
import type { Exchange } from '../../../conformance/model/exchange.ts';
import { nonceOf } from '../../../conformance/model/nonce.ts';
import type { Probe } from '../../../conformance/model/probe.ts';
import type { Settings } from '../../../conformance/settings/settings.ts';
import type { SampleQuestion, SampleChat, SampleStream } from '../../../load/content/sample-replies.ts';
import { learnContent } from '../../../load/content/learn.ts';
import type { StreamEvent } from '../../../load/content/stream-event.ts';
import {
  anotherMessage,
  chatOf,
  eventsOf,
  repeatRequest,
  wordCount,
  type Streamed,
} from '../../content/learning-requests.ts';
import { readCa } from '../../input/read-settings.ts';
import type { Target } from '../../input/target.ts';

/** Most streams with words to repeat, beside a whole chat and a stream for another message. */
const mostStreams = 3;

/** Most credits that learning costs (8.1). */
export const learningCredits = mostStreams + 2;

/**
 * Most bytes that are kept of all responses before a run, and an eighth of it of the first: this thread reads and masks
 * them, and must react to signals in the meantime. The content that is slowest to mask takes a second or two.
 */
const askingBytes = 8 * 1024 * 1024;

/**
 * Asks for uncoded responses like the requests of a run: otherwise the rule would be learned from compressed responses,
 * which no run accepts.
 */
function uncoded({ headers }: Settings): Settings['headers'] {
  return [...headers, ['accept-encoding', 'identity']];
}

/** Longest time in milliseconds for five responses. */
const longestMs = 120_000;

/**
 * Longest time in milliseconds for a single response. A request of a run waits a minute, but here a slow response
 * delays the measurement.
 */
const longestAnswerMs = 30_000;

type Heard = {
  readonly streams: readonly SampleStream[];
  readonly chat: SampleChat | undefined;
  /** Streams that answer another message. */
  readonly another: readonly (readonly StreamEvent[])[];
  /** Why there is no stream. */
  readonly failed: string | undefined;
};

export type Asking = {
  readonly settings: Settings;
  readonly target: Pick<Target, 'url' | 'token'>;
  readonly botId: string;
  readonly signal: AbortSignal;
};

/** The result of a single request. */
type Asked =
  | { readonly is: 'answered'; readonly exchange: Exchange }
  | { readonly is: 'none'; readonly because: string };

type Bounds = { readonly seed: number; readonly maxCredits: number; readonly longestMs: number };

/** The engine that sends requests outside of the run in the same way as the run. */
export function engineOf({ settings, target, botId, signal }: Asking, { seed, maxCredits, longestMs }: Bounds): Engine {
  const options = {
    ...settings,
    headers: uncoded(settings),
    timeoutMs: settings.load.timeoutMs ?? longestAnswerMs,
    target: target.url,
    token: target.token,
    bot: botId,
    seed,
    ca: readCa(settings),
    maxCredits,
    runBytes: askingBytes,
  };
  return createEngine(options, [], () => undefined, AbortSignal.any([signal, AbortSignal.timeout(longestMs)]));
}

/**
 * Gets streams of a bot that is asked to repeat unique words: two where they leave no doubt, otherwise three, and a
 * whole chat that shows what a reply is. Where they give a rule, a stream for another message shows what else the rule
 * has to exclude there.
 */
export async function askForStreams({ settings, target, botId, signal }: Asking): Promise<Heard> {
  const seed = settings.seed ?? randomInt(2 ** 31);
  const engine = engineOf({ settings, target, botId, signal }, { seed, maxCredits: learningCredits, longestMs });
  const ask = async (probe: Probe): Promise<Asked> => {
    const { seen, stopped } = await engine.ask(probe);
    const exchange = seen.at(-1);
    if (exchange !== undefined) return { is: 'answered', exchange };
    return { is: 'none', because: stopped?.because ?? 'nothing was answered' };
  };
  // Some targets need no token, and a run may have none.
  const change = target.token === undefined ? ({ as: 'none' } as const) : {};
  const streamed = async (message: string): Promise<Streamed> => {
    const asked = await ask(askStream({ message }, change));
    return asked.is === 'none' ? asked : eventsOf(asked.exchange);
  };
  const streams: SampleStream[] = [];
  let chat: SampleChat | undefined;
  let isTold = false;
  try {
    for (let number = 1; number <= mostStreams; number += 1) {
      const asked = question(seed, number);
      const reply = await streamed(asked.message);
      if (reply.is === 'none') return { streams, chat, another: [], failed: reply.because };
      streams.push({ ...asked, events: reply.events });
      const learned = learnContent(streams, chat);
      isTold = learned.is === 'rule';
      const isSure = learned.is === 'rule' && learned.isSure;
      if (isSure && number > 1) break;
      if (!isSure && number === 1) {
        const whole = await ask(askChat({ message: asked.message }, change));
        chat = whole.is === 'none' ? undefined : chatOf(whole.exchange, asked);
      }
    }
    const other = isTold ? await streamed(anotherMessage) : undefined;
    return { streams, chat, another: other?.is === 'events' ? [other.events] : [], failed: undefined };
  } finally {
    await engine.close();
  }
}

function question(seed: number, number: number): SampleQuestion {
  return repeatRequest(
    Array.from({ length: wordCount }, (_, place) => nonceOf(seed, `stream ${number}`, `word ${place}`)),
  );
}
