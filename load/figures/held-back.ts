import type { Load } from '../../conformance/contract/formats/load/load.ts';
import { contentArrivals, type RequestRecord } from '../records/record.ts';

type HeldBack = NonNullable<Load['heldBack']>;

/** That nearly all streams came at once, when they ended, as a fold over the measured records in any order. */
type HeldBackFold = {
  readonly add: (record: RequestRecord) => void;
  /** `undefined` unless it is so of nearly all, and of enough of them. */
  readonly result: () => HeldBack | undefined;
};

/** A few streams, or some of many, are short or their service was fast. */
const [fewest, least] = [10, 0.9];

/** Shares of the time from sending a request to the end of its answer: from first to last text, and from there to the end. */
const [mostSpread, mostAfter] = [0.01, 0.05];

/** On average: a service that takes long to begin may send a short reply within so small a share of it. */
const mostGapMs = 1;

export function foldHeldBack(): HeldBackFold {
  let [streams, atOnce] = [0, 0];
  let example: RequestRecord | undefined;
  return {
    add: (record) => {
      const arrivals = contentArrivals(record);
      if (record.outcome !== 'ok' || record.eventsDropped > 0 || arrivals.length < 2) return;
      streams += 1;
      if (!cameAtOnce(record, arrivals)) return;
      atOnce += 1;
      if (example === undefined || record.index < example.index) example = record;
    },
    result: () =>
      example === undefined || streams < fewest || atOnce < least * streams
        ? undefined
        : { streams, atOnce, request: example.id },
  };
}

function cameAtOnce({ sent = 0, end }: RequestRecord, arrivals: readonly number[]): boolean {
  const [first = 0, last = 0] = [arrivals[0], arrivals.at(-1)];
  const [spreadMs, tookMs] = [last - first, end - sent];
  return (
    spreadMs <= mostSpread * tookMs && spreadMs <= mostGapMs * (arrivals.length - 1) && end - last <= mostAfter * tookMs
  );
}
