import { createParser } from 'eventsource-parser';
import { parseEventStream, type EventStream } from './event-stream.ts';

type Dispatched = { readonly type: string; readonly data: string; readonly lastEventId: string };

/** A body is read for many expectations, and compared once. */
const read = new WeakMap<Uint8Array, EventStream>();

/**
 * The stream as this project's parser reads it, which eventsource-parser has to read in the same way. Throws where they
 * disagree: one of the two readers is wrong then, and no word on the target can be trusted.
 */
export function readEventStream(bytes: Uint8Array): EventStream {
  const known = read.get(bytes);
  if (known !== undefined) return known;
  const stream = parseEventStream(bytes);
  assertAgreement(stream.events, eventsOfPeer(bytes));
  read.set(bytes, stream);
  return stream;
}

/** Throws where two readers of one stream dispatch other events. */
export function assertAgreement(ours: readonly Dispatched[], theirs: readonly Dispatched[]): void {
  const told = (event: Dispatched | undefined): string =>
    event === undefined ? 'no event' : JSON.stringify([event.type, event.data, event.lastEventId]);
  const at = Array.from({ length: Math.max(ours.length, theirs.length) }, (_, index) => index).find(
    (index) => told(ours[index]) !== told(theirs[index]),
  );
  if (at === undefined) return;
  throw new Error(
    `a defect of assay: its event stream parser and eventsource-parser disagree on event ${at + 1}: ` +
      `${told(ours[at])} against ${told(theirs[at])}`,
  );
}

/** What eventsource-parser dispatches for a body that is over. */
export function eventsOfPeer(bytes: Uint8Array): readonly Dispatched[] {
  const events: Dispatched[] = [];
  let lastEventId = '';
  const parser = createParser({
    onId: (id) => {
      lastEventId = id;
    },
    onEvent: ({ event = 'message', data }) => events.push({ type: event, data, lastEventId }),
  });
  // It takes a mark that was decoded as Latin-1 for one too: told where the stream begins, it takes none but the first.
  parser.feed(`\uFEFF${new TextDecoder('utf-8').decode(bytes)}`);
  return events;
}
