import { contentOf, mediaTypeOf } from '../bodies/content.ts';
import { headerOf, isSuccessStatus, type Answer, type Chunk, type Operation } from '../model/exchange.ts';
import { parseEventStreamOnce } from '../expectations/streams/event-stream.ts';

/** One dispatched event; `atMs` is when the chunk with its last byte came, unknown where the body was compressed. */
export type TimedEvent = {
  readonly type: string;
  readonly data: string;
  readonly lastEventId: string;
  readonly atMs?: number;
};

/** The events of an answer that is, or should have been, a stream; undefined for any other. */
export function eventsIn(answer: Answer, operation: Operation): readonly TimedEvent[] | undefined {
  const shouldStream = operation === 'stream' && isSuccessStatus(answer.status);
  if (!shouldStream && mediaTypeOf(answer) !== 'text/event-stream') return undefined;
  const content = contentOf(answer);
  if (content.is === 'undecodable') return undefined;
  // Where a coding was undone, an offset says nothing of the chunk that brought it.
  const chunks = headerOf(answer.headers, 'content-encoding') === undefined ? answer.chunks : [];
  const atMsOf = arrivalsIn(chunks);
  return parseEventStreamOnce(content.bytes).events.map(({ type, data, lastEventId, endsAt }) => {
    const atMs = atMsOf(endsAt);
    return { type, data, lastEventId, ...(atMs === undefined ? {} : { atMs }) };
  });
}

/** When all of the body before an offset had come; to be asked for rising offsets, since streams may be long. */
function arrivalsIn(chunks: readonly Chunk[]): (offset: number) => number | undefined {
  let place = 0;
  let arrived = chunks[0]?.bytes ?? 0;
  return (offset) => {
    while (arrived < offset && place < chunks.length) {
      place += 1;
      arrived += chunks[place]?.bytes ?? 0;
    }
    return chunks[place]?.atMs;
  };
}
