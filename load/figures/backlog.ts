import type { Load } from '../../conformance/contract/formats/load/load.ts';
import type { RequestRecord } from '../records/record.ts';

/** Requests arrived faster than they were answered up to the end: a longer run would have a longer queue. */
type Backlog = NonNullable<Load['backlog']>;

/** Finds a backlog, as a fold over the records in any order. */
type BacklogFold = { readonly add: (record: RequestRecord) => void; readonly result: () => Backlog | undefined };

/** Number of slots of the measured time; a third of the slots each are its beginning, middle and end. */
const slots = 12;
const third = slots / 3;

/** Fewest responses in a third: with fewer their mean says nothing. */
const fewest = 5;

/**
 * Growth that counts: more than 2 standard deviations of a random walk with a step per request, and a tenth of the
 * requests, because less growth is hardly noticed.
 */
const [sigmas, leastShare] = [2, 0.1];

/** Smallest share of the whole growth in each half: a stall or a burst grows at a single time only. */
const steady = 0.2;

/**
 * Smallest ratio of the response times at the end and at the beginning. Responses that take no longer than before do
 * not wait in a queue, however many are in flight: they may just be long.
 */
const leastSlower = 1.5;

/**
 * Reports a backlog only where the requests in flight grew throughout, up to the end, by more than chance makes likely,
 * and responses took longer and longer. Reports none where a burst or a stall was worked off, nor where responses take
 * longer than the warm-up.
 */
export function foldBacklog([fromMs, toMs]: readonly [number, number]): BacklogFold {
  const slotMs = (toMs - fromMs) / slots;
  const change = new Float64Array(slots + 2);
  const came = new Float64Array(slots);
  const answered = new Float64Array(slots);
  const tookMs = new Float64Array(slots);
  const put = (sums: Float64Array, place: number, by: number): void => {
    sums[place] = (sums[place] ?? 0) + by;
  };
  /** Index of the first slot boundary at or after `atMs`; both ends of the measured time are boundaries. */
  const momentFrom = (atMs: number): number =>
    Math.min(slots + 1, Math.max(0, Math.ceil((atMs - fromMs) / slotMs - 1e-9)));
  return {
    add: ({ intended, end, outcome }) => {
      if (outcome === 'notSent' || !(slotMs > 0)) return;
      put(change, momentFrom(intended), 1);
      put(change, momentFrom(end), -1);
      const place = Math.floor((intended - fromMs) / slotMs);
      if (place < 0 || place >= slots) return;
      put(came, place, 1);
      if (outcome !== 'ok') return;
      put(answered, place, 1);
      put(tookMs, place, end - intended);
    },
    result: () => {
      let underWay = 0;
      const waiting = Array.from({ length: slots + 1 }, (_, moment) => (underWay += change[moment] ?? 0));
      const thirds = [0, 1, 2].map((part) => part * third);
      const meanWaiting = thirds.map((from) => sumOf(waiting.slice(from, from + third + 1)) / (third + 1));
      const counts = thirds.map((from) => sumOf(answered.subarray(from, from + third)));
      const meanMs = thirds.map((from, part) => sumOf(tookMs.subarray(from, from + third)) / (counts[part] ?? 0));
      const [atStart = 0, atEnd = 0, requests] = [waiting[0], waiting.at(-1), sumOf(came)];
      const grown = atEnd - atStart;
      const isMore = grown >= Math.max(sigmas * Math.sqrt(requests), leastShare * requests);
      const isUpToEnd = atEnd >= 0.9 * Math.max(...waiting);
      if (!isMore || !isUpToEnd || !growsSteadily(meanWaiting)) return undefined;
      if (counts.some((count) => count < fewest) || !growsSteadily(meanMs)) return undefined;
      if ((meanMs[2] ?? 0) < leastSlower * (meanMs[0] ?? 0)) return undefined;
      return { requests, atStart, atEnd };
    },
  };
}

function growsSteadily([first = 0, middle = 0, last = 0]: readonly number[]): boolean {
  return last > first && Math.min(middle - first, last - middle) >= steady * (last - first);
}

function sumOf(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
