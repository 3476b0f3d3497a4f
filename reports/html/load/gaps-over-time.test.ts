import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ticksIn } from '../../charts/heat-chart.ts';
import { chartedLoad } from '../../load/sample-charted.testing.ts';
import { loadHtml } from '../load.ts';
import { heatOf, rowsOf } from './gaps-over-time.ts';

const counts = fc.tuple(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 120 })).chain(([windows, bins]) =>
  fc.array(fc.array(fc.nat({ max: 5_000 }), { minLength: bins, maxLength: bins }), {
    minLength: windows,
    maxLength: windows,
  }),
);
const gapsOverTime = fc.record({
  windowMs: fc.constant(500),
  binsPerDecade: fc.constant(20),
  firstBin: fc.integer({ min: -40, max: 60 }),
  counts,
});

const steady = {
  windowMs: 1000,
  binsPerDecade: 20,
  firstBin: 25,
  counts: [
    [3, 900],
    [0, 1_000],
    [1, 20],
  ],
};

describe('the heat map of gaps', () => {
  it('keeps every gap in a row that has its bin, and no more rows than are seen', () => {
    fc.assert(
      fc.property(gapsOverTime, (gaps) => {
        const rows = rowsOf(gaps);
        const sum = (of: readonly (readonly number[])[]): number => of.flat().reduce((all, count) => all + count, 0);
        expect(sum(rows.counts)).toBe(sum(gaps.counts));
        expect(rows.counts[0]?.length).toBeLessThanOrEqual(41);
        gaps.counts[0]?.forEach((count, bin) => {
          const row = rows.counts[0]?.[Math.floor((gaps.firstBin + bin - rows.firstBin) / rows.perRow)] ?? -1;
          expect(row).toBeGreaterThanOrEqual(count);
        });
      }),
    );
  });

  it('draws a cell for each count, none for none, and a larger count never lighter', () => {
    fc.assert(
      fc.property(gapsOverTime, (gaps) => {
        const rows = rowsOf(gaps);
        const { cells, most } = heatOf(rows);
        const all = rows.counts.flat().filter((count) => count > 0);
        expect(cells).toHaveLength(all.length);
        const byCount = all
          .map((count, at) => ({ count, shade: cells[at]?.shade ?? -1 }))
          .toSorted((a, b) => a.count - b.count);
        byCount.reduce((before, { shade }) => {
          expect(shade).toBeGreaterThanOrEqual(before);
          return shade;
        }, 0);
        expect(byCount.slice(-1)).toEqual(all.length === 0 ? [] : [{ count: most, shade: 4 }]);
      }),
    );
  });

  it('draws the most that there are darkest, be it one', () => {
    expect(heatOf(rowsOf({ ...steady, counts: [[1, 0]] })).cells).toMatchObject([{ shade: 4 }]);
  });

  it('is in the report of a run that streams, with what its shades mean, and withdrawn with the instrument', () => {
    const load = chartedLoad({ gapsOverTime: steady });
    const page = loadHtml(load);
    expect(page).toContain(
      'Gaps between events over time, milliseconds, over 30 s: from 17.8 to 22.4, at most 1,000 gaps in a cell.',
    );
    expect(page).toContain('The lightest cells hold 1 to 3 gaps, the darkest 252 to 1,000 gaps.');
    const figure = page.split('<b>Gaps between events over time</b>')[1]?.split('</figure>')[0] ?? '';
    expect(figure.match(/<rect /g)).toHaveLength(5);
    const reasons = [{ code: 'cpu', because: 'processors busy' }] as const;
    for (const other of [
      chartedLoad(),
      { ...load, validity: { is: 'invalid' as const, reasons: [...reasons], notes: [] } },
    ])
      expect(loadHtml(other)).not.toContain('Gaps between events over time');
  });
});

it('a logarithmic axis has a few round numbers', () => {
  expect(ticksIn(0.01, 1_000)).toEqual([0.01, 0.1, 1, 10, 100, 1_000]);
  expect(ticksIn(17.8, 22.4)).toEqual([18, 20, 22]);
  expect(ticksIn(8, 130)).toEqual([10, 30, 100]);
});
