import { contentOf } from '../bodies/content.ts';
import { headerOf, type Answer, type Exchange } from '../model/exchange.ts';
import { clipIn, type Clip } from './clip.ts';
import { eventsIn, type TimedEvent } from './timed-events.ts';

/** What the bytes of an answer are once they are read, for people to look at. */
export type DecodedAnswer = {
  /** The body with its content codings undone, where it has any. */
  readonly content?: Uint8Array;
  /** Of an event stream, as a reader dispatches them. */
  readonly events?: readonly TimedEvent[];
  /** Audio in a container that browsers play. */
  readonly clip?: Clip;
};

/** Reads the answer of an exchange; nothing where there is none. */
export function decodedAnswerOf({ response, operation }: Exchange): DecodedAnswer {
  if (response.is !== 'answer') return {};
  const content = undone(response);
  const events = eventsIn(response, operation);
  const clip = clipIn(response);
  return {
    ...(content === undefined ? {} : { content }),
    ...(events === undefined ? {} : { events }),
    ...(clip === undefined ? {} : { clip }),
  };
}

function undone(answer: Answer): Uint8Array | undefined {
  if (headerOf(answer.headers, 'content-encoding') === undefined) return undefined;
  const content = contentOf(answer);
  return content.is === 'bytes' && !Buffer.from(content.bytes).equals(answer.body) ? content.bytes : undefined;
}
