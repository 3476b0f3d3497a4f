import type { Load } from '../../conformance/contract/formats/load/load.ts';
import type { RequestRecord } from '../records/record.ts';

/** That requests came faster than they were answered, up to the end: what waits then would have grown with the run. */
type Backlog = NonNullable<Load['backlog']>;

/** As a fold over the records in any order. */
type BacklogFold = { readonly add: (record: RequestRecord) => void; readonly result: () => Backlog | undefined };

/** The measured time in so many slots, a third of them at its beginning, in its middle and at its end. */
const slots = 12;
const third = slots / 3;

/** With fewer answers in a third their mean says nothing. */
const fewest = 5;

/** Growth by chance is a random walk of as many steps as requests came; a tenth of these is noticed by somebody. */
const [sigmas, leastShare] = [2, 0.1];

/** Of all growth, at least so much in each half of it: a stall, or a burst, comes at one time. */
const steady = 0.2;

/** Answers that take no longer than before do not wait, however many are under way: they may just be long. */
const leastSlower = 1.5;

/**
 * Told only where the requests under way grew throughout, to the end, by more than chance makes likely, and answers took
 * longer and longer: not where a burst or a stall was worked off, nor where answers are longer than the warm-up.
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
  /** The first moment between two slots, both ends included, that is not before. */
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
