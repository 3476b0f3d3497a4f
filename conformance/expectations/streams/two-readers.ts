import { createParser } from 'eventsource-parser';
import { parseEventStreamOnce, type EventStream } from './event-stream.ts';

type Dispatched = { readonly type: string; readonly data: string; readonly lastEventId: string };

/** Streams that have been compared already. */
const compared = new WeakSet<EventStream>();

/**
 * The stream as the parser of this project reads it. Throws where eventsource-parser reads it differently: then one of
 * the two is wrong, and no finding about the target can be trusted.
 */
export function readEventStream(bytes: Uint8Array): EventStream {
  const stream = parseEventStreamOnce(bytes);
  if (compared.has(stream)) return stream;
  assertAgreement(
    stream.events,
    eventsOfOtherParser(stream.unreadBytes === 0 ? bytes : bytes.subarray(0, endOf(stream))),
  );
  compared.add(stream);
  return stream;
}

/** The offset after the last event that was read. */
function endOf({ events }: EventStream): number {
  return events.at(-1)?.endsAt ?? 0;
}

/** Throws where two readers of a stream dispatch different events. */
export function assertAgreement(ours: readonly Dispatched[], theirs: readonly Dispatched[]): void {
  const told = (event: Dispatched | undefined): string =>
    event === undefined ? 'no event' : JSON.stringify([event.type, event.data, event.lastEventId]);
  const most = Math.max(ours.length, theirs.length);
  let at = 0;
  while (at < most && areSame(ours[at], theirs[at])) at += 1;
  if (at === most) return;
  throw new Error(
    `a defect of assay: its event stream parser and eventsource-parser disagree on event ${at + 1}: ` +
      `${told(ours[at])} against ${told(theirs[at])}`,
  );
}

function areSame(one: Dispatched | undefined, other: Dispatched | undefined): boolean {
  return one?.type === other?.type && one?.data === other?.data && one?.lastEventId === other?.lastEventId;
}

/** The events that eventsource-parser dispatches for a whole body. */
export function eventsOfOtherParser(bytes: Uint8Array): readonly Dispatched[] {
  const events: Dispatched[] = [];
  let lastEventId = '';
  const parser = createParser({
    onId: (id) => {
      lastEventId = id;
    },
    onEvent: ({ event = 'message', data }) => events.push({ type: event, data, lastEventId }),
  });
  // eventsource-parser also skips a byte order mark that was decoded as Latin-1. Where a real mark comes first, it
  // skips only that.
  parser.feed(`\uFEFF${new TextDecoder('utf-8').decode(bytes)}`);
  return events;
}
