import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProbeMeasurements } from './choose.ts';
import { averageFoundShare, areaOver, discoveryCurve, orderProbes } from './order.ts';

type Row = readonly [probes: readonly string[], finds: readonly string[]];

const measured = (
  rows: readonly Row[],
  uses: Readonly<Record<string, readonly [number, number]>>,
): ProbeMeasurements => ({
  candidates: rows.map(([probes], at) => ({ check: `${at}`, probes })),
  foundBy: new Map(rows.map(([, finds], at) => [`${at}`, new Set(finds)])),
  uses: new Map(Object.entries(uses).map(([name, [requests, credits]]) => [name, { requests, credits }])),
});

const probe = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const row = fc.tuple(fc.uniqueArray(probe, { minLength: 1, maxLength: 3 }), fc.uniqueArray(fc.nat(20).map(String)));
const use = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat(9));
const uses = fc.record({ a: use, b: use, c: use, d: use, e: use });

describe('the order of what was chosen', () => {
  it('begins with what finds the most for the least', () => {
    const rows: readonly Row[] = [
      [['dear'], ['1', '2', '3']],
      [['cheap'], ['4', '5']],
      [['useless'], []],
    ];
    const of = measured(rows, { dear: [1, 30], cheap: [1, 1], useless: [1, 0] });
    expect(orderProbes(new Set(['useless', 'dear', 'cheap']), of)).toEqual(['cheap', 'dear', 'useless']);
  });
  it('leaves nothing out, and adds nothing', () => {
    fc.assert(
      fc.property(fc.array(row), uses, fc.uniqueArray(probe), (rows, costs, probes) => {
        expect(orderProbes(new Set(probes), measured(rows, costs)).toSorted()).toEqual(probes.toSorted());
      }),
    );
  });
});

describe('how far an order has come', () => {
  it('is all that is found by what was sent until then', () => {
    fc.assert(
      fc.property(fc.array(row), uses, (rows, costs) => {
        const order = ['c', 'a', 'e', 'b', 'd'] as const;
        const expected = order.map((_, at) => {
          const sent: readonly string[] = order.slice(0, at + 1);
          const found = rows.filter(([probes]) => probes.every((each) => sent.includes(each)));
          return new Set(found.flatMap(([, finds]) => finds)).size;
        });
        expect(discoveryCurve(order, measured(rows, costs)).map(({ found }) => found)).toEqual(expected);
      }),
    );
  });
  it('has an area that is the mean of what is found over every cap', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), uses, (rows, costs) => {
        const curve = discoveryCurve(['a', 'b', 'c', 'd', 'e'], measured(rows, costs));
        const { requests, found } = curve.at(-1) ?? { requests: 0, found: 0 };
        const caps = Array.from({ length: requests }, (_, cap) => cap);
        const within = caps.map((cap) => curve.findLast((point) => point.requests <= cap)?.found ?? 0);
        const mean = found === 0 ? 0 : within.reduce((sum, each) => sum + each, 0) / (requests * found);
        expect(areaOver(curve, 'requests')).toBeCloseTo(mean, 10);
      }),
    );
  });
  it('is 0 where nothing was sent or found', () => expect(averageFoundShare([], measured([], {}))).toBe(0));
});
