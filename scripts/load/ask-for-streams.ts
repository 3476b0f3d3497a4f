import { randomInt } from 'node:crypto';
import { chat as askChat, stream as askStream } from '../../conformance/chat/probes.ts';
import { createEngine } from '../../conformance/core/engine.ts';
import { isSuccessStatus, type Exchange } from '../../conformance/core/exchange.ts';
import { nonceOf } from '../../conformance/core/nonce.ts';
import { parsedJson } from '../../conformance/core/parsed-json.ts';
import type { Probe } from '../../conformance/core/probe.ts';
import type { Settings } from '../../conformance/core/settings/settings.ts';
import { textsSaid } from '../../conformance/expect/said.ts';
import { eventsIn } from '../../conformance/insight/timed-events.ts';
import type { Asked, HeardChat, HeardStream } from '../../load/model/content/heard.ts';
import { learnContent } from '../../load/model/content/learn.ts';
import { readCa } from '../given/read-settings.ts';
import type { Target } from '../given/target.ts';

/** Streams that are asked for at most, and one whole chat. */
const mostStreams = 3;

/** What learning costs at most, in credits (8.1). */
export const learningCredits = mostStreams + 1;

/** Whoever takes longer for four answers is not kept waiting for. */
const longestMs = 60_000;

/** Words enough to be cut into several events, and no more than a bot keeps in order. */
const wordCount = 6;

type Heard = {
  readonly streams: readonly HeardStream[];
  readonly chat: HeardChat | undefined;
  /** Why there is no stream. */
  readonly failed: string | undefined;
};

export type Asking = {
  readonly settings: Settings;
  readonly target: Pick<Target, 'url' | 'token'>;
  readonly botId: string;
  readonly signal: AbortSignal;
};

/**
 * Streams of a bot that is asked to repeat words which nobody else says: two where they leave no doubt, else three, and
 * one whole chat that says what a reply is.
 */
export async function askForStreams({ settings, target, botId, signal }: Asking): Promise<Heard> {
  const seed = settings.seed ?? randomInt(2 ** 31);
  const options = { ...settings, target: target.url, token: target.token, bot: botId, seed, ca: readCa(settings) };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
  const engine = createEngine({ ...options, maxCredits: learningCredits }, [], () => undefined, inTime);
  const ask = async (probe: Probe): Promise<Exchange | string> => {
    const { seen, stopped } = await engine.ask(probe);
    return seen.at(-1) ?? stopped ?? 'nothing was answered';
  };
  // Some targets need no token, and a run may have none.
  const change = target.token === undefined ? ({ as: 'none' } as const) : {};
  const streams: HeardStream[] = [];
  let chat: HeardChat | undefined;
  try {
    for (let number = 1; number <= mostStreams; number += 1) {
      const asked = question(seed, number);
      const heard = streamIn(await ask(askStream({ message: asked.message }, change)), asked);
      if (typeof heard === 'string') return { streams, chat, failed: heard };
      streams.push(heard);
      const learned = learnContent(streams, chat);
      const isSure = learned.is === 'rule' && learned.isSure;
      if (isSure && number > 1) break;
      if (!isSure && number === 1) chat = chatIn(await ask(askChat({ message: asked.message }, change)), asked);
    }
    return { streams, chat, failed: undefined };
  } finally {
    await engine.close();
  }
}

function question(seed: number, number: number): Asked {
  const words = Array.from({ length: wordCount }, (_, place) => nonceOf(seed, `stream ${number}`, `word ${place}`));
  return { words, message: `Please repeat these words in this order, and say nothing else: ${words.join(' ')}` };
}

/** A text is why there is none. */
function streamIn(exchange: Exchange | string, asked: Asked): HeardStream | string {
  if (typeof exchange === 'string') return exchange;
  const { response } = exchange;
  if (response.is !== 'answer') return `a stream got no answer: ${response.detail}`;
  if (!isSuccessStatus(response.status)) return `a stream was answered with status ${response.status}`;
  const events = eventsIn(response, 'stream') ?? [];
  return { ...asked, events: events.map(({ type, data }) => ({ name: type, data, value: parsedJson(data) })) };
}

function chatIn(exchange: Exchange | string, asked: Asked): HeardChat | undefined {
  if (typeof exchange === 'string' || exchange.response.is !== 'answer') return undefined;
  return isSuccessStatus(exchange.response.status) ? { ...asked, texts: textsSaid(exchange) } : undefined;
}
