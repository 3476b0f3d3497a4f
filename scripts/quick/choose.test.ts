import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseProbes, type ProbeMeasurements } from './choose.ts';

const measured = (
  rows: readonly (readonly [check: string, probes: readonly string[], finds: readonly string[]])[],
  uses: Readonly<Record<string, readonly [requests: number, credits: number]>>,
): ProbeMeasurements => ({
  candidates: rows.map(([check, probes]) => ({ check, probes })),
  foundBy: new Map(rows.map(([check, , finds]) => [check, new Set(finds)])),
  uses: new Map(Object.entries(uses).map(([probe, [requests, credits]]) => [probe, { requests, credits }])),
});

describe('the choice of what finds the most for little', () => {
  it('prefers what finds as much for less, and takes no second that finds the same', async () => {
    const rows = [
      ['dear', ['d'], ['one', 'two']],
      ['cheap', ['c'], ['one', 'two']],
    ] as const;
    const { probes, used } = await chooseProbes({ requests: 9, credits: 9 }, measured(rows, { d: [5, 5], c: [1, 0] }));
    expect([[...probes], used]).toEqual([['c'], { requests: 1, credits: 0 }]);
  });
  it('counts what checks find for which everything is sent already', async () => {
    const rows = [
      ['first', ['a'], ['one']],
      ['second', ['b'], ['two', 'three']],
      ['both', ['a', 'b'], ['four']],
    ] as const;
    const { found } = await chooseProbes({ requests: 2, credits: 0 }, measured(rows, { a: [1, 0], b: [1, 0] }));
    expect([...found].toSorted()).toEqual(['four', 'one', 'three', 'two']);
  });
  it('sends what is asked for in any case, and the best besides', async () => {
    const rows = [
      ['good', ['a'], ['one', 'two']],
      ['poor', ['b'], ['three']],
    ] as const;
    const budget = { requests: 2, credits: 0 };
    const uses = { a: [1, 0], b: [1, 0], c: [1, 0] } as const;
    const chosen = await chooseProbes(budget, measured(rows, uses), ['c']);
    expect([...chosen.probes].toSorted()).toEqual(['a', 'c']);
  });
  it('finds as many as any other choice within the budget, and says what it uses and finds', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'] as const;
    const row = fc.tuple(
      fc.string(),
      fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }),
      fc.uniqueArray(fc.nat(20).map(String)),
    );
    const use = fc.tuple(fc.nat(9), fc.nat(9));
    const rows = fc.uniqueArray(row, { selector: ([check]) => check, maxLength: 12 });
    const uses = fc.record({ a: use, b: use, c: use, d: use, e: use });
    await fc.assert(
      fc.asyncProperty(rows, uses, fc.nat(30), fc.nat(30), async (checks, costs, requests, credits) => {
        const sumOf = (sent: Iterable<string>, at: 0 | 1): number =>
          [...sent].reduce((sum, name) => sum + costs[name as 'a'][at], 0);
        const foundBy = (sent: ReadonlySet<string>): ReadonlySet<string> =>
          new Set(checks.filter(([, needed]) => needed.every((name) => sent.has(name))).flatMap(([, , all]) => all));
        const { probes, used, found, isBest } = await chooseProbes({ requests, credits }, measured(checks, costs));
        expect(used).toEqual({ requests: sumOf(probes, 0), credits: sumOf(probes, 1) });
        expect(foundBy(probes)).toEqual(found);
        const subsets = Array.from(
          { length: 2 ** names.length },
          (_, bits) => new Set(names.filter((__, at) => (bits >> at) & 1)),
        );
        const payable = subsets.filter((sent) => sumOf(sent, 0) <= requests && sumOf(sent, 1) <= credits);
        expect(payable).toContainEqual(probes);
        expect(found.size).toBe(Math.max(...payable.map((sent) => foundBy(sent).size)));
        expect(isBest).toBe(true);
      }),
    );
  });
});
