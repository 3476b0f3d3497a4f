import { createParser } from 'eventsource-parser';
import { parsedOnce, type EventStream } from './event-stream.ts';

type Dispatched = { readonly type: string; readonly data: string; readonly lastEventId: string };

/** What was compared need not be again. */
const compared = new WeakSet<EventStream>();

/**
 * The stream as this project's parser reads it, which eventsource-parser has to read in the same way. Throws where they
 * disagree: one of the two readers is wrong then, and no word on the target can be trusted.
 */
export function readEventStream(bytes: Uint8Array): EventStream {
  const stream = parsedOnce(bytes);
  if (compared.has(stream)) return stream;
  assertAgreement(stream.events, eventsOfPeer(stream.unreadBytes === 0 ? bytes : bytes.subarray(0, endOf(stream))));
  compared.add(stream);
  return stream;
}

/** Behind the last event that was read. */
function endOf({ events }: EventStream): number {
  return events.at(-1)?.endsAt ?? 0;
}

/** Throws where two readers of one stream dispatch other events. */
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
