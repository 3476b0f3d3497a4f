import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosenWithin, type Measured } from './choose.ts';

const measured = (
  rows: readonly (readonly [check: string, probes: readonly string[], finds: readonly string[]])[],
  uses: Readonly<Record<string, readonly [requests: number, credits: number]>>,
): Measured => ({
  candidates: rows.map(([check, probes]) => ({ check, probes })),
  foundBy: new Map(rows.map(([check, , finds]) => [check, new Set(finds)])),
  uses: new Map(Object.entries(uses).map(([probe, [requests, credits]]) => [probe, { requests, credits }])),
});

describe('the choice of what finds the most for little', () => {
  it('prefers what finds as much for less, and takes no second that finds the same', () => {
    const rows = [
      ['dear', ['d'], ['one', 'two']],
      ['cheap', ['c'], ['one', 'two']],
    ] as const;
    const { probes, used } = chosenWithin({ requests: 9, credits: 9 }, measured(rows, { d: [5, 5], c: [1, 0] }));
    expect([[...probes], used]).toEqual([['c'], { requests: 1, credits: 0 }]);
  });
  it('counts what checks find for which everything is sent already', () => {
    const rows = [
      ['first', ['a'], ['one']],
      ['second', ['b'], ['two', 'three']],
      ['both', ['a', 'b'], ['four']],
    ] as const;
    const { found } = chosenWithin({ requests: 2, credits: 0 }, measured(rows, { a: [1, 0], b: [1, 0] }));
    expect([...found].toSorted()).toEqual(['four', 'one', 'three', 'two']);
  });
  it('never exceeds the budget, and says what it uses and finds', () => {
    const probe = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const row = fc.tuple(fc.string(), fc.uniqueArray(probe, { minLength: 1 }), fc.uniqueArray(fc.nat(20).map(String)));
    const use = fc.tuple(fc.nat(9), fc.nat(9));
    const rows = fc.uniqueArray(row, { selector: ([check]) => check, maxLength: 12 });
    const uses = fc.record({ a: use, b: use, c: use, d: use, e: use });
    fc.assert(
      fc.property(rows, uses, fc.nat(30), fc.nat(30), (checks, costs, requests, credits) => {
        const known = measured(checks, costs);
        const { probes, used, found } = chosenWithin({ requests: requests + 1, credits: credits + 1 }, known);
        const sumOf = (at: 0 | 1): number => [...probes].reduce((sum, name) => sum + costs[name as 'a'][at], 0);
        const finds = checks.filter(([, names]) => names.every((name) => probes.has(name))).flatMap(([, , all]) => all);
        expect(used).toEqual({ requests: sumOf(0), credits: sumOf(1) });
        expect(used.requests <= requests + 1 && used.credits <= credits + 1).toBe(true);
        expect(new Set(finds)).toEqual(new Set(found));
      }),
    );
  });
});
