import { expect, it } from 'vitest';
import { shareInterval } from './ranks.ts';
import { effectiveBySample, shareBySample } from './shares.ts';

it('is the share of the samples, with their interval, where nothing else was looked at', () => {
  const { interval, ...share } = shareBySample(
    { n: 110, share: 0, interval: [0, 0] },
    { decoded: 20, wrong: 20, undecoded: 90 },
  );
  expect(share).toEqual({ n: 20, share: 1 });
  expect(interval).toEqual(shareInterval(20, 20));
});

it('puts together what was seen of all, and what the samples show of the rest', () => {
  const seen = { n: 20, share: 0.05, interval: [0.009, 0.236] as const };
  const { n, share, interval } = shareBySample(
    { ...seen, interval: [...seen.interval] },
    { decoded: 10, wrong: 5, undecoded: 8 },
  );
  expect([n, share]).toEqual([12, 0.5]);
  // Wilson's interval of 5 of 10 is 0.2366 to 0.7634, of nine tenths; squares of the distances add up.
  expect(interval.map((each) => Number(each.toFixed(3)))).toEqual([0.259, 0.801]);
});

it('is worth the decoded ones, and no more than what there is', () => {
  expect(effectiveBySample(110, { decoded: 20, wrong: 1, undecoded: 90 })).toBe(20);
  expect(effectiveBySample(1000, { decoded: 20, wrong: 1, undecoded: 0 })).toBe(1000);
});
