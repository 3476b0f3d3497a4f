import { expect, it } from 'vitest';
import { collectBlocked } from './blocked-samples.ts';

const blocks = { count: 10, at: (intendedMs: number) => intendedMs, stratum: () => 0 };

it('takes no quantile for surer than the root of what its median is worth, in a report and in a comparison', () => {
  const samples = collectBlocked(blocks, {});
  // Most of the blocks are fast and the others slow, and each has as many in its tail as the next.
  for (let block = 0; block < blocks.count; block += 1)
    for (let place = 0; place < 100; place += 1) samples.add(place < 2 ? 1000 : block < 6 ? 10 : 20, block);
  const effectAt = samples.effects();
  expect(effectAt(0.5)).toBeGreaterThan(100);
  expect(effectAt(0.99)).toBeCloseTo(Math.sqrt(effectAt(0.5)));
  const { n, effectiveSize } = samples.quantiles()(0.99)?.samples ?? { n: 0, effectiveSize: 0 };
  expect(effectiveSize).toBeCloseTo(n / effectAt(0.99));
});

it('keeps both ends of censored samples where collections are merged, whichever has some', () => {
  const made = (...lows: readonly number[]) => {
    const samples = collectBlocked(blocks, {});
    for (const [block, low] of lows.entries()) samples.add(50, block, low);
    return samples;
  };
  const [all, plain, censored] = [made(), made(50, 50), made(10, 50)];
  all.merge(plain);
  expect(all.lowSamples()).toBeUndefined();
  all.merge(censored);
  expect(all.lowSamples()?.ordered()).toMatchObject({ n: 4, min: 10, max: 50 });
  expect(all.censored()?.ordered()).toMatchObject({ n: 1, min: 50 });
  expect(all.samples.ordered()).toMatchObject({ n: 4, min: 50 });
  expect([...(all.state().atLow?.sums ?? [])].slice(0, 2)).toEqual([60_000, 100_000]);
});
