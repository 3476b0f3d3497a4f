import { isSuccessStatus, type Exchange } from '../../conformance/model/exchange.ts';
import { parsedJson } from '../../conformance/reading/parsed-json.ts';
import { answerTexts } from '../../conformance/expectations/words/said.ts';
import { eventsIn } from '../../conformance/decoded/timed-events.ts';
import type { SampleQuestion, SampleChat } from '../../load/content/sample-replies.ts';
import type { StreamEvent } from '../../load/content/stream-event.ts';
import { durationText } from '../../reports/text/format.ts';

/**
 * The request from which a content rule is learned: words that appear nowhere else, so that an event that repeats them
 * is part of the reply.
 */
export function repeatRequest(words: readonly string[]): SampleQuestion {
  return { words, message: `Please repeat these words in this order, and say nothing else: ${words.join(' ')}` };
}

/** Number of words: enough to be split into several events, and few enough for a bot to keep in order. */
export const wordCount = 6;

/** An ordinary message, for which a bot may also call a tool: a request to repeat words does not show such events. */
export const anotherMessage =
  'Please explain in two sentences what is known of the tides of winter, and of bridges between islands.';

/** The events of a stream, or why there are none. */
export type Streamed =
  | { readonly is: 'events'; readonly events: readonly StreamEvent[] }
  | { readonly is: 'none'; readonly because: string };

export function eventsOf({ response }: Exchange): Streamed {
  if (response.is !== 'answer') {
    const within = response.because === 'timeout' ? ` within ${durationText(response.endedAtMs)}` : '';
    return { is: 'none', because: `a stream got no answer${within}: ${response.detail}` };
  }
  if (!isSuccessStatus(response.status))
    return { is: 'none', because: `a stream was answered with status ${response.status}` };
  if (response.ending === 'left') return { is: 'none', because: 'a stream took longer than the time limit' };
  const events = eventsIn(response, 'stream') ?? [];
  return { is: 'events', events: events.map(({ type, data }) => ({ name: type, data, value: parsedJson(data) })) };
}

/** A complete chat that answered the request; undefined where it did not. */
export function chatOf(exchange: Exchange, asked: SampleQuestion): SampleChat | undefined {
  const { response } = exchange;
  if (response.is !== 'answer' || !isSuccessStatus(response.status)) return undefined;
  return { ...asked, texts: answerTexts(exchange) };
}
