import type { Load } from '../../conformance/contract/formats/load/load.ts';
import { contentArrivals, type RequestRecord } from '../records/record.ts';

type HeldBack = NonNullable<Load['heldBack']>;

/** Finds that nearly all streams arrived at once, at their end, as a fold over the measured records in any order. */
type HeldBackFold = {
  readonly add: (record: RequestRecord) => void;
  /** Undefined unless nearly all streams arrived at once, and there were enough streams. */
  readonly result: () => HeldBack | undefined;
};

/** Fewest streams, and the smallest share of them: otherwise the streams may be short or their service fast. */
const [fewest, least] = [10, 0.9];

/**
 * Largest shares of the time from sending a request to the end of its response: from first to last text, and from last
 * text to the end.
 */
const [mostSpread, mostAfter] = [0.01, 0.05];

/** Largest mean gap in milliseconds: a service that is slow to begin may send a short reply within so small a share. */
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
