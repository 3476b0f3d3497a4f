import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Load } from '../verdict/load.ts';
import type { RequestRecord } from './record.ts';
import type { RequestsHeader } from './requests.ts';
import { mergedHeader, groupByRun } from './segments.ts';
import { summaryOf } from '../figures/summary.ts';
import { header, record } from './records.testing.ts';

const whole = { ...header, settings: { ...header.settings, durationMs: 50_000, planned: 100, slo: 'ttft.p95<120ms' } };
const segmentOf = (segment: string, changes: Partial<RequestsHeader> = {}): { readonly header: RequestsHeader } => ({
  header: { ...whole, segment, ...changes },
});

const loadFrom = (given: RequestsHeader, records: readonly RequestRecord[]): Load => {
  const summary = summaryOf(given);
  records.forEach(summary.add);
  return summary.load();
};

/** Records that differ in every way that a figure rests on. */
const records = Array.from({ length: 100 }, (_, index) => {
  const first = index * 500 + 80 + (index % 17) * 3;
  const events = Array.from({ length: 1 + (index % 5) }, (_each, place) => first + place * (7 + (index % 11)));
  return record(index, {
    events,
    firstContent: first,
    end: first + 100,
    outcome: index % 13 === 0 ? 'reset' : 'ok',
    operation: index % 3 === 0 ? 'chat' : 'stream',
    early: index % 2,
    credits: 1,
    ...(index % 3 === 0 && { chars: index, audioSeconds: index / 7 }),
  });
});

describe('segments of one run', () => {
  it('give the load of the unsegmented run, however the records are put to them, in any order', () => {
    const expected = loadFrom(whole, records);
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 100, maxLength: 100 }), (sides) => {
        const [first, second] = [true, false].map((side) => records.filter((_, index) => sides[index] === side));
        const later = whole.t0UnixNs + 2e9;
        const merged = mergedHeader([segmentOf('1/2:1', { t0UnixNs: later }).header, segmentOf('0:1/2').header]);
        expect(loadFrom(merged, [...(second ?? []), ...(first ?? []).toReversed()])).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });

  it('are told from other runs', () => {
    const later = (ms: number): number => whole.t0UnixNs + ms * 1e6;
    const [first, second] = [segmentOf('0:1/2'), segmentOf('1/2:1', { run: 'other', t0UnixNs: later(40) })];
    const again = segmentOf('0:1/2', { run: 'again', t0UnixNs: later(3_600_000) });
    const otherSeed = segmentOf('1/2:1', { seed: 2, t0UnixNs: later(41) });
    const unsegmented = { header: whole };
    const runs = groupByRun([first, otherSeed, unsegmented, again, second]);
    expect(runs.map((run) => new Set(run.files))).toEqual([
      new Set([first, second]),
      new Set([unsegmented]),
      new Set([otherSeed]),
      new Set([again]),
    ]);
    expect(runs.flatMap(({ repeated }) => repeated)).toEqual([]);
  });

  it('count once each, by the attempt with more records, also where a folder was copied', () => {
    const at = (ms: number) => ({ t0UnixNs: whole.t0UnixNs + ms * 1e6 });
    const short = { ...segmentOf('0:1/2', { run: 'a', ...at(0) }), bytes: 100 };
    const other = { ...segmentOf('1/2:1', { run: 'b', ...at(10) }), bytes: 300 };
    const retry = { ...segmentOf('0:1/2', { run: 'c', ...at(20_000) }), bytes: 200 };
    const copy = { ...other, header: { ...other.header } };
    const [run, ...others] = groupByRun([retry, copy, short, other]);
    expect(others).toEqual([]);
    expect(new Set(run?.files.map(({ header }) => header.run))).toEqual(new Set(['b', 'c']));
    expect(run?.repeated.map(({ header }) => header.run).toSorted()).toEqual(['a', 'b']);
  });

  it('have kernel timestamps only where all of them do', () => {
    expect(mergedHeader([segmentOf('a').header, segmentOf('b', { stamps: 'user' }).header]).stamps).toBe('user');
  });
});
