import type { Expectation, Judgement } from '../../model/check.ts';
import { headerOf, isSuccessStatus, type Answer, type Exchange, type Operation } from '../../model/exchange.ts';
import { contentEventsOf } from './content-events.ts';
import type { EventStream } from './event-stream.ts';
import { eventStreamOf } from './is-event-stream.ts';

/** Fewest events of a stream to judge: a shorter reply has no pieces that could come one after the other. */
export const fewestEvents = 3;
export const tooFewEvents = {
  inconclusive: `no stream has ${fewestEvents} events or more that carry text of the reply, by which streaming could be told from buffering`,
} as const;
/** Pieces of a stream that nothing buffers spread over at least this share of the whole time. */
const leastSpread = 0.05;
/**
 * Shortest gap, in ms, between pieces that were written one after the other: pieces of one flush lie closer together.
 */
const leastGapMs = 1;
/**
 * By how many ms, and by half as much again, a wait has to be longer than another: smaller differences are the noise of
 * a busy machine.
 */
const leastDelayMs = 40;
/**
 * Longest interval, in ms, at which a proxy passes on what it has, for example 100 ms: a short reply may wait for one
 * interval.
 */
export const longestFlushMs = 500;
/** Largest share of the wait for which assay may have been blind without this explaining the burst. */
const mostStall = 0.2;
/** How a reason begins that says that assay was too busy to see when events arrived. */
export const busyReasonStart = 'assay was busy for';

/** How a stream arrived: `waitMs` from the request to its first piece, and the number of `pieces` that lie apart. */
export type Arrival = {
  readonly events: number;
  readonly waitMs: number;
  readonly spreadMs: number;
  readonly pieces: number;
  readonly bytes: number;
  readonly stalledMs: number;
};

/**
 * Events come as they are made. The probe asks for the same reply in three ways at once: as a chat, as a short stream
 * and as a long stream. A burst after a wait alone proves nothing: the bot may have thought for long and then been
 * quick. A stream was held back where the wait was longer than the whole chat took and longer than a proxy waits
 * between two flushes, since the reply was there before the stream began. It was held back too where the wait grew with
 * the length of the reply, as thinking does not. Any other burst is inconclusive.
 */
export const arrivesOverTime: Expectation = (seen) => {
  const streams = wholeOnes(seen, 'stream').map(arrivalOf);
  const chat = wholeOnes(seen, 'chat')[0];
  const unread = streams.find((stream) => 'inconclusive' in stream);
  if (unread !== undefined) return unread;
  const arrivals = streams.filter(
    (stream) => !('inconclusive' in stream) && stream.events >= fewestEvents,
  ) as Arrival[];
  const [short, long] = arrivals;
  if (short === undefined) return tooFewEvents;
  if (arrivals.some(isSpread)) return [];
  const blind = whyNotObserved(arrivals);
  if (blind !== undefined) return blind;
  const isBehindChat = chat !== undefined && arrivals.every(({ waitMs }) => isLonger(waitMs, chat.endedAtMs));
  if (isBehindChat && arrivals.every(({ waitMs }) => waitMs >= longestFlushMs)) {
    return heldBack(short, `, while the whole chat took ${ms(chat.endedAtMs)}`);
  }
  const isBehindShort = long !== undefined && long.bytes > 2 * short.bytes && isLonger(long.waitMs, short.waitMs);
  if (isBehindShort && long.waitMs >= longestFlushMs) {
    return heldBack(long, `, where a shorter reply came after ${ms(short.waitMs)}`);
  }
  if (isBehindChat || isBehindShort) {
    const because = `everything came at once, after ${arrivals.map(({ waitMs }) => ms(waitMs)).join(' and ')}`;
    return { inconclusive: `${because}: a proxy may pass it on at intervals`, isUnspecified: true };
  }
  return { inconclusive: `everything came at once after ${ms(short.waitMs)}, which may be the bot’s thinking time` };
};

function wholeOnes(seen: readonly Exchange[], operation: Operation): readonly Answer[] {
  return seen
    .filter((exchange) => exchange.operation === operation)
    .flatMap(({ response }) =>
      response.is === 'answer' && isSuccessStatus(response.status) && response.ending === 'complete' ? [response] : [],
    );
}

/** Most bytes that a content coding writes before any content: the ten bytes of a gzip header (RFC 1952 2.3). */
const codingHeaderBytes = 10;

/** How the content of a stream arrived. */
export function arrivalOf(answer: Answer): Arrival | { readonly inconclusive: string } {
  const stream = eventStreamOf(answer);
  if ('inconclusive' in stream) return stream;
  const content = contentEventsOf(stream);
  const times = contentChunksOf(answer, content).map(({ atMs }) => atMs);
  const waitMs = times[0] ?? 0;
  return {
    events: content.length,
    waitMs,
    spreadMs: (times.at(-1) ?? 0) - waitMs,
    pieces: times.filter((time, at) => time - (times[at - 1] ?? Number.NEGATIVE_INFINITY) >= leastGapMs).length,
    bytes: answer.body.length,
    stalledMs: answer.stalledMs,
  };
}

/**
 * The chunks from the first with text of the reply to the last: an event that names the session may come long before
 * the bot says a word. For a coded stream all chunks but the header of the coding, which a compressor may send long
 * before the content.
 */
function contentChunksOf({ body, chunks, headers }: Answer, content: EventStream['events']): Answer['chunks'] {
  let arrived = 0;
  const ends = chunks.map(({ bytes }) => (arrived += bytes));
  if (headerOf(headers, 'content-encoding') !== undefined)
    return chunks.slice(
      Math.max(
        0,
        ends.findIndex((end) => end > codingHeaderBytes),
      ),
    );
  const [first, last] = [content[0], content.at(-1)];
  if (first === undefined || last === undefined || arrived !== body.length) return chunks;
  const chunkOf = (end: number): number => ends.findIndex((each) => each >= end);
  return chunks.slice(chunkOf(first.endsAt), chunkOf(last.endsAt) + 1);
}

/** Why the arrival could not be seen, where assay was too busy; else undefined. */
export function whyNotObserved(arrivals: readonly Arrival[]): { readonly inconclusive: string } | undefined {
  const blind = arrivals.find(({ stalledMs, waitMs }) => stalledMs > mostStall * waitMs);
  return blind && { inconclusive: `${busyReasonStart} ${ms(blind.stalledMs)} and did not see when events arrived` };
}

/** True where pieces of the stream lie apart. */
export function isSpread({ spreadMs, waitMs, pieces }: Arrival): boolean {
  return spreadMs >= leastSpread * (waitMs + spreadMs) || pieces >= fewestEvents;
}

function isLonger(waitMs: number, thanMs: number): boolean {
  return waitMs > thanMs + leastDelayMs && waitMs > thanMs * 1.5;
}

function heldBack({ events, spreadMs, waitMs }: Arrival, evidence: string): Judgement {
  const observed = `${events} events within ${spreadMs.toFixed(1)} ms, after ${ms(waitMs)} without any${evidence}`;
  return [{ subject: 'arrival', expected: 'events spread over the time of the reply', observed }];
}

export function ms(value: number): string {
  return `${Math.round(value)} ms`;
}
