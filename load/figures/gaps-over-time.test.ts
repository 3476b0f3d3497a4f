import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GapsOverTime } from '../../conformance/contract/formats/load/gaps-over-time.ts';
import { readRequests } from '../records/reading.ts';
import { header, record } from '../records/records.testing.ts';
import type { RequestRecord } from '../records/record.ts';
import { windowMsFor } from './series.ts';
import { summaryOf } from './summary.ts';

const durationMs = 20_000;
// Twelve of the longest gaps.
const timeoutMs = 480_000;
const own = { ...header, settings: { ...header.settings, durationMs, timeoutMs, planned: 30 } };

/** What the records of a file come to, as a report gets it. */
function gapsIn(text: string): GapsOverTime | undefined {
  const read = readRequests(text);
  const summary = summaryOf(read.header ?? own);
  for (const each of read.records) summary.add(each);
  return summary.load().gapsOverTime;
}

function fileOf(records: readonly RequestRecord[]): string {
  return [own, ...records].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** How often each cell is met, from the lines of the file alone: by comparing with the edges, without logarithms. */
function counted(text: string): ReadonlyMap<string, number> {
  const cells = new Map<string, number>();
  const lines = text.trim().split('\n').slice(1);
  for (const line of lines) {
    const { outcome, events, others = [] } = JSON.parse(line) as RequestRecord;
    const times = events.filter((_, place) => !others.includes(place));
    times.slice(1).forEach((endedMs, place) => {
      const gap = endedMs - (times[place] ?? 0);
      if (outcome !== 'ok') return;
      let bin = -40;
      while (bin < 100 && gap >= 10 ** ((bin + 1) / 20) * (1 - 1e-11)) bin += 1;
      const cell = `${Math.floor(endedMs / windowMsFor(durationMs))}/${bin}`;
      cells.set(cell, (cells.get(cell) ?? 0) + 1);
    });
  }
  return cells;
}

function cellsOf({ firstBin, counts }: GapsOverTime): ReadonlyMap<string, number> {
  return new Map(
    counts.flatMap((bins, window) =>
      bins.flatMap((count, bin): readonly [string, number][] =>
        count === 0 ? [] : [[`${window}/${bin + firstBin}`, count]],
      ),
    ),
  );
}

const gap = fc.oneof(
  fc.constantFrom(0, 0.001, 0.01, 1, 10, 1_000),
  fc.integer({ min: 1, max: 40_000_000 }).map((micros) => micros / 1000),
  fc.integer({ min: 15_000, max: 30_000 }).map((micros) => micros / 1000),
);

const stream = fc.record({
  intended: fc.nat({ max: durationMs }),
  gaps: fc.array(gap, { maxLength: 12 }),
  isOk: fc.boolean(),
  others: fc.uniqueArray(fc.nat({ max: 5 }), { maxLength: 3 }).map((places) => places.toSorted((a, b) => a - b)),
});

function recordOf(
  { intended, gaps, isOk, others }: { intended: number; gaps: number[]; isOk: boolean; others: number[] },
  index: number,
): RequestRecord {
  const micros = gaps.reduce((all, each) => [...all, (all.at(-1) ?? 0) + Math.round(each * 1000)], [intended * 1000]);
  const events = micros.map((each) => each / 1000);
  const known = others.filter((place) => place < events.length);
  const content = events.find((_, place) => !known.includes(place));
  const made = record(index, {
    intended,
    sent: intended,
    headers: intended,
    firstByte: intended,
    events,
    others: known,
    firstEvent: intended,
    end: events.at(-1) ?? intended,
    ...(content !== undefined && { firstContent: content }),
    ...(isOk ? {} : { outcome: 'timeout' }),
  });
  if (content !== undefined) return made;
  const { firstContent: _, ...silent } = made;
  return silent;
}

describe('gaps over time', () => {
  it('are those that the lines of requests.ndjson have, in any order', () => {
    fc.assert(
      fc.property(fc.array(stream, { maxLength: 30 }), (streams) => {
        const records = streams.map(recordOf);
        const text = fileOf(records);
        const gaps = gapsIn(text);
        expect(gaps ? cellsOf(gaps) : new Map()).toEqual(counted(text));
        expect(gapsIn(fileOf(records.toReversed()))).toEqual(gaps);
      }),
      { numRuns: 60 },
    );
  });

  it('stand where they ended, and are no more than are used', () => {
    const events = [100, 120, 140, 1_140];
    const text = fileOf([record(0, { events, end: 1_141 })]);
    const gaps = gapsIn(text);
    expect(gaps).toMatchObject({ windowMs: 500, binsPerDecade: 20, firstBin: 26 });
    expect(gaps?.counts.map((each) => each.reduce((sum, count) => sum + count, 0))).toEqual([2, 0, 1]);
    expect(gaps?.counts[0]).toHaveLength(60 - 26 + 1);
  });

  it('leave out, and count, those that are known only as a range', () => {
    const events = [100, 120, 1_140, 1_140];
    const gaps = gapsIn(fileOf([record(0, { events, coalesced: 1, early: 1, earlyAt: [2], end: 1_141 })]));
    expect(gaps?.counts.flat().reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(gaps?.ranges).toBe(2);
  });

  it('are absent where nothing streamed', () => {
    expect(gapsIn(fileOf([record(0, { events: [] })]))).toBeUndefined();
  });
});
