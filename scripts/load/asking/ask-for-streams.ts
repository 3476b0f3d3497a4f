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

/** Streams of words to be repeated that are asked for at most, beside one whole chat and one stream of another message. */
const mostStreams = 3;

/** What learning costs at most, in credits (8.1). */
export const learningCredits = mostStreams + 2;

/**
 * So much is kept of all that is asked before a run, and an eighth of it of the first answer: this thread reads and masks them,
 * and has to hear of a signal meanwhile. Of what is masked slowest it takes a second or two.
 */
const askingBytes = 8 * 1024 * 1024;

/** As the requests of a run, or a service that codes what it may would be learned by answers that no run accepts. */
function uncoded({ headers }: Settings): Settings['headers'] {
  return [...headers, ['accept-encoding', 'identity']];
}

/** Whoever takes longer for five answers is not kept waiting for. */
const longestMs = 120_000;

/** A request of a run waits a minute: before it, one that is slower than this keeps everybody from measuring. */
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

/** What came of asking once. */
type Asked =
  | { readonly is: 'answered'; readonly exchange: Exchange }
  | { readonly is: 'none'; readonly because: string };

type Bounds = { readonly seed: number; readonly maxCredits: number; readonly longestMs: number };

/** What sends as a run does, outside of the run. */
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
 * Streams of a bot that is asked to repeat words which nobody else says: two where they leave no doubt, else three, and
 * one whole chat that says what a reply is. Where they tell a rule, a stream of another message shows what it has to be
 * told from there.
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
