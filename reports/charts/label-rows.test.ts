import fc from 'fast-check';
import { expect, it } from 'vitest';
import { labelRows } from './label-rows.ts';
import { shareAxisEnd } from './histogram-chart.ts';

const spans = fc.array(
  fc.record({ from: fc.integer({ min: 0, max: 400 }), length: fc.integer({ min: 1, max: 150 }) }),
  { maxLength: 8 },
);

it('no two labels of a row cover each other, and those that are apart stand in one row', () => {
  fc.assert(
    fc.property(spans, (each) => {
      const labels = each.map(({ from, length }) => ({ from, to: from + length }));
      const rows = labelRows(labels);
      labels.forEach((one, at) => {
        labels.forEach((next, place) => {
          if (place <= at || rows[at] !== rows[place]) return;
          expect(one.to < next.from || next.to < one.from).toBe(true);
        });
      });
    }),
  );
  expect(
    labelRows([
      { from: 0, to: 20 },
      { from: 40, to: 60 },
      { from: 50, to: 70 },
    ]),
  ).toEqual([0, 0, 1]);
});

it('an axis of shares ends at or above the largest, with four round quarters', () => {
  expect([0.3, 11.2, 36.3, 42, 55, 97.2, 100].map(shareAxisEnd)).toEqual([1, 12, 40, 60, 60, 100, 100]);
});
