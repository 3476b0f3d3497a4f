import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectGaps, type Gaps } from './gaps.ts';
import { randomFrom } from '../plan/random.ts';

const gapsOf = (...requests: readonly (readonly number[])[]): Gaps => {
  const gaps = collectGaps();
  requests.forEach((events, index) => gaps.add(index, events));
  return gaps;
};

describe('gaps', () => {
  it('are the times between events, 0 if two came at once', () => {
    expect(gapsOf([10, 30, 30, 60], [5]).distribution()).toMatchObject({ n: 3, min: 0, max: 30, mean: 16.667 });
  });

  it('of parts, merged, tell what those of the whole tell', () => {
    const requests = fc.array(fc.array(fc.nat({ max: 1e6 }), { maxLength: 30 }), { maxLength: 40 });
    fc.assert(
      fc.property(requests, fc.nat({ max: 40 }), (lengths, cut) => {
        const events = lengths.map((each) =>
          each.map((_, place) => each.slice(0, place + 1).reduce((a, b) => a + b, 0) / 1000),
        );
        const [whole, first, second] = [collectGaps(), collectGaps(), collectGaps()];
        events.forEach((each, index) => {
          whole.add(index, each);
          (index < cut ? first : second).add(index, each);
        });
        second.merge(first);
        const detail = { percents: [75], curve: true };
        expect(second.distribution(detail)).toEqual(whole.distribution(detail));
      }),
    );
  });

  it('are counted in a histogram when they are many, and say so', () => {
    const events = Array.from({ length: 1001 }, (_, place) => place * 20);
    const many = gapsOf(...Array.from({ length: 140 }, () => events)).distribution();
    expect(many.n).toBe(140_000);
    expect(many.relativeError).toBeGreaterThan(0);
    expect(many).toMatchObject({ min: 20, max: 20, p50: 20, p99: 20 });
  });
});

/** Requests whose gaps are alike: each has a pace of its own, and the paces are uniform from 10 to 30 ms. */
function clustered(seed: number, requests: number): Gaps {
  const random = randomFrom(seed, 'clustered');
  const pace = Array.from({ length: requests }, () => 10 + 20 * random());
  return gapsOf(...pace.map((ms) => Array.from({ length: 21 }, (_, place) => place * ms)));
}

describe('the interval of a gap quantile', () => {
  it('covers the true one in about 95 % of runs, although gaps of one request are alike', () => {
    const trials = 100;
    const covering = Array.from({ length: trials }, (_, seed) => {
      const [low, high] = clustered(seed, 300).distribution().intervals?.p90 ?? [0, 0];
      return low <= 28 && 28 <= high;
    }).filter(Boolean).length;
    expect(covering / trials).toBeGreaterThan(0.89);
  });

  it('is as wide as requests differ, not as narrow as the number of gaps would make it', () => {
    const [low, high] = clustered(1, 300).distribution().intervals?.p50 ?? [0, 0];
    // Of 300 independent samples it is 2.3 ms wide; of 6,000 it would be 0.5.
    expect(high - low).toBeGreaterThan(1.2);
  });

  it('is absent with too few requests', () => {
    expect(clustered(1, 5).distribution().intervals).toBeUndefined();
  });

  it('is absent where few requests have gaps, however many have none', () => {
    const some = clustered(1, 5);
    for (let index = 5; index < 60; index += 1) some.add(index, []);
    expect(some.distribution().intervals).toBeUndefined();
  });
});
