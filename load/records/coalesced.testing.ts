import fc from 'fast-check';
import type { Censored } from '../statistics/measured.ts';
import { record } from './records.testing.ts';
import type { RequestRecord } from './record.ts';

/** How long after the one before each event of each read came, in milliseconds. Those that all came at once were one segment. */
export type Reads = readonly (readonly number[])[];

export const arbitraryReads: fc.Arbitrary<Reads> = fc.array(
  fc.oneof(
    fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 6 }),
    fc.tuple(fc.integer({ min: 0, max: 30 }), fc.nat({ max: 3 })).map(([wait, more]) => [wait, ...Array(more).fill(0)]),
  ),
  { minLength: 1, maxLength: 8 },
);

/** The places of events without text of the reply. */
export const others = fc
  .uniqueArray(fc.nat({ max: 20 }), { maxLength: 8 })
  .map((places) => places.toSorted((a, b) => a - b));

/** When the header came: in a read before, in that of the first events, or with them, stamped by the program between. */
export const headers = fc.constantFrom('before', 'with', 'user');

type Headers = 'before' | 'with' | 'user';

/**
 * When events came, and the record of it: those of one read have its time, which is that of the last of them.
 *
 * @param without places of events without text of the reply
 */
export function coalescedRecord(
  waits: Reads,
  without: readonly number[] = [],
  header: Headers = 'before',
): { readonly truth: readonly number[]; readonly record: RequestRecord } {
  let at = 100;
  const arrivals = waits.map((each) => each.map((wait) => (at += wait)));
  const events = arrivals.flatMap((each) => each.map(() => each.at(-1) ?? 0));
  const isKnown = waits.flatMap((each) => {
    const areOne = each.slice(1).every((wait) => wait === 0);
    return each.map((_, place) => areOne || place === each.length - 1);
  });
  const earlyAt = isKnown.flatMap((known, place) => (known ? [] : [place]));
  const present = without.filter((place) => place < events.length);
  const firstContent = events.find((_, place) => !present.includes(place));
  const { firstContent: _, ...made } = record(0, {
    headers: { before: 100, with: events[0] ?? 0, user: (events[0] ?? 0) - 0.05 }[header],
    ...(header !== 'user' && { ownDelay: 0.1 }),
    events,
    firstEvent: events[0] ?? 0,
    coalesced: events.length - arrivals.length,
    ...(earlyAt.length > 0 && { early: earlyAt.length }),
    ...(earlyAt.length > 0 && { earlyAt }),
    ...(present.length > 0 && { others: present }),
  });
  const truth = arrivals.flat();
  return { truth, record: { ...made, ...(firstContent !== undefined && { firstContent }) } };
}

/** `undefined` is no time. */
export function containsTime(censored: Censored | undefined, truth: number | undefined): boolean {
  return censored !== undefined && truth !== undefined && censored.low <= truth && truth <= censored.high;
}
