import { describe, expect, it } from 'vitest';
import type { ComparedQuantity } from './difference.ts';
import type { ComparedSides } from './effects.ts';
import { mostExpectedHits, tallyFound, tallyPairs } from './false-alarms.testing.ts';
import { judgeQuantities } from './judge.ts';
import { header, record } from '../records/records.testing.ts';
import { runSamples, type ComparedRun } from './run-samples.ts';
import { distributions, syntheticPairs, syntheticRun, syntheticTwo, type Synthetic } from './synthetic.testing.ts';

const lognormal = { requests: 1000, ttftMs: distributions.lognormal, failures: 0.01, slo: 'ttft.p95<300ms' };

/** 200 streams with the same 15 gaps, of which these events came in one read with the next. */
function readAs(earlyAt: readonly number[], factor = 1): ComparedRun {
  const fold = runSamples({ ...header, settings: { ...header.settings, durationMs: 100_000, warmupMs: 0 } });
  for (let index = 0; index < 200; index += 1) {
    const events = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 6, 200, 6, 200].reduce(
      (all, gap) => [...all, (all.at(-1) ?? 0) + gap * factor],
      [index * 500 + 100],
    );
    for (const place of earlyAt) events[place] = events[place + 1] ?? 0;
    fold.add(record(index, { events, early: earlyAt.length, earlyAt: [...earlyAt], end: events.at(-1) ?? 0 }));
  }
  return fold.result();
}

function quantity(sides: ComparedSides, name: string): ComparedQuantity {
  const found = judgeQuantities(sides, { within: 0.05 }).quantities.find((each) => each.quantity === name);
  if (found === undefined) throw new Error(`${name} was not told`);
  return found;
}

/** The deep version is `npm run bench:compare`. */
describe('two runs without a difference', () => {
  const pairs = 30;
  it.each(Object.entries(distributions))('of %s: faster or slower is hardly ever said', (_, ttftMs) => {
    const { words, pages } = tallyPairs(pairs, syntheticTwo({ ...lognormal, requests: 500, ttftMs }));
    expect(Object.keys(words)).toContain('ttft.p95');
    // The promise is for the whole page; of each quantity alone, before Holm, it is the same 5 %.
    expect(pages).toBeLessThanOrEqual(mostExpectedHits(0.05, pairs));
    for (const word of Object.values(words)) expect(word.alone).toBeLessThanOrEqual(mostExpectedHits(0.05, pairs));
  });

  it('whose requests are like their neighbours: no more often', () => {
    const { words, pages } = tallyPairs(pairs, syntheticTwo({ ...lognormal, alike: 0.8 }));
    expect(pages).toBeLessThanOrEqual(mostExpectedHits(0.05, pairs));
    expect(words['ttft.p50']?.alone).toBeLessThanOrEqual(mostExpectedHits(0.05, pairs));
  });

  it('but that events of one were read together: says no gap is longer, and why', () => {
    const [a, b] = [readAs([]), readAs([12, 14])];
    const gap = quantity({ is: 'runs', a, b }, 'gap.p50');
    expect([gap.a, gap.b, gap.word]).toEqual([60, 80, 'undecided']);
    expect(gap.because).toMatch(/^p50 of B lies between 60 and 80 ms, since several events arrived in one read/);
    expect(gap.atLeast).toEqual({ a: 60, b: 60 });
    expect([gap.relative?.range, gap.absolute?.range]).toEqual([
      { low: 0, high: expect.closeTo(1 / 3) },
      { low: 0, high: 20 },
    ]);
    const pair = { a, b };
    const inPairs = quantity({ is: 'pairs', pairs: [pair, pair, pair] }, 'gap.p50');
    expect([inPairs.word, inPairs.relative?.interval?.[0]]).toEqual(['undecided', 0]);
    expect(inPairs.relative?.range).toEqual({ low: 0, high: expect.closeTo(1 / 3) });
    expect(quantity({ is: 'runs', a, b: readAs([], 2) }, 'gap.p50').word).toBe('slower');
  });

  it('but that a few of their gaps are censored, with ends near each other: compares them by both', () => {
    // A tenth of a millisecond on either side of what is told.
    const near = (factor: number): ComparedRun => {
      const fold = runSamples({ ...header, settings: { ...header.settings, durationMs: 100_000, warmupMs: 0 } });
      for (let index = 0; index < 200; index += 1) {
        const events = Array.from({ length: 10 }, (_, at) => index * 500 + 100 + at * 40 * factor);
        for (const place of [3, 6]) events.splice(place, 0, (events[place] ?? 0) - 0.1);
        for (const place of [3, 6]) events[place] = events[place + 1] ?? 0;
        fold.add(record(index, { events, early: 2, earlyAt: [3, 6], end: events.at(-1) ?? 0 }));
      }
      return fold.result();
    };
    const sides = { is: 'runs', a: near(1), b: near(1) } as const;
    expect(quantity(sides, 'gap.p90')).toMatchObject({ word: 'same', a: 40, b: 40 });
    expect(quantity({ ...sides, b: near(2) }, 'gap.p90')).toMatchObject({ word: 'slower', b: 80 });
  });

  it('that took turns on a machine that drifts: no more often', () => {
    const drifting = { ...lognormal, requests: 150, driftShare: 0.5 };
    const { pages } = tallyPairs(8, (place) => syntheticPairs({ ...drifting, seed: 100 * place, pairs: 10 }));
    expect(pages).toBeLessThanOrEqual(mostExpectedHits(0.05, 8));
  });
});

describe('a difference', () => {
  it('of 10 % in p95 is found with as many requests as a first pair of runs calls for', () => {
    const { found, requests } = tallyFound(15, lognormal, 'alone');
    expect(requests).toBeGreaterThan(2000);
    expect(found).toBeGreaterThanOrEqual(15 - mostExpectedHits(0.1, 15));
  });

  it('is slower one way, faster the other, with the true ratio within its interval', () => {
    const there = syntheticTwo(lognormal, 1.5)(7);
    if (there.is !== 'runs') throw new Error('two runs');
    const slower = quantity(there, 'ttft.p50');
    expect(slower.word).toBe('slower');
    expect(slower.relative?.interval?.[0]).toBeLessThan(0.5);
    expect(slower.relative?.interval?.[1]).toBeGreaterThan(0.5);
    expect(quantity({ is: 'runs', a: there.b, b: there.a }, 'ttft.p50').word).toBe('faster');
  });

  it('that is shown to be too small to matter is none', () => {
    const small = syntheticTwo({ ...lognormal, ttftMs: (z) => 200 * Math.exp(0.02 * z) }, 1.02)(1);
    const { word, relative, p } = quantity(small, 'ttft.p50');
    expect(word).toBe('same');
    expect(relative?.interval?.[0]).toBeGreaterThan(0);
    expect(p).toBeLessThan(0.001);
  });

  it('is found by pairs through a drift that is larger than it', () => {
    const made = {
      ...lognormal,
      ttftMs: (z: number) => 200 * Math.exp(0.2 * z),
      requests: 150,
      driftShare: 0.5,
      seed: 3,
      pairs: 12,
    };
    const sides = syntheticPairs({ ...made, factorOfB: 1.1 });
    expect(quantity(sides, 'ttft.p50').word).toBe('slower');
    expect(quantity(sides, 'ttft.p50').relative?.value).toBeCloseTo(0.1, 1);
  });

  it('of throughput is one where answers come ever later, though none fails', () => {
    const [a, b] = [200, 20_000].map((ttftMs, seed) => syntheticRun({ requests: 1000, ttftMs: () => ttftMs, seed }));
    if (a === undefined || b === undefined) throw new Error('two runs');
    const rate = quantity({ is: 'runs', a, b }, 'rate');
    expect(rate).toMatchObject({ word: 'slower', unit: '/s', better: 'high' });
    // 30 of 50 s are left for requests that are answered before the end.
    expect(rate.relative?.value).toBeCloseTo(-0.4, 1);
    expect(quantity({ is: 'runs', a, b }, 'failures').absolute?.value).toBe(0);
  });

  it('of failures is judged in points, and beside the times', () => {
    const [a, b] = [0.001, 0.04].map((failures, place) => syntheticRun({ ...lognormal, failures, seed: place + 1 }));
    if (a === undefined || b === undefined) throw new Error('two runs');
    const failures = quantity({ is: 'runs', a, b }, 'failures');
    expect(failures).toMatchObject({ word: 'slower', unit: '%' });
    expect(failures.relative).toBeUndefined();
  });
});

describe('streams that ended in an error object', () => {
  const sides = (a: Partial<Synthetic>, b: Partial<Synthetic>): ComparedSides => ({
    is: 'runs',
    a: syntheticRun({ ...lognormal, requests: 2000, ...a, seed: 1 }),
    b: syntheticRun({ ...lognormal, requests: 2000, ...b, seed: 2 }),
  });

  it('leave failures undecided where they decide them', () => {
    const found = quantity(sides({ failures: 0 }, { failures: 0, inError: 0.05 }), 'failures');
    expect(found).toMatchObject({ word: 'undecided', a: 0, b: 0 });
    // From none of them to all.
    expect(found.judgedBy?.low).toBeLessThan(0);
    expect(found.judgedBy?.high).toBeGreaterThan(5);
    expect(found.because).toMatch(
      /^0 % of the requests of A and [45](\.\d+)? % of those of B ended in an error object, and the document does not show whether these failed$/,
    );
  });
  it('change nothing where failures are worse either way, nor where there are as many on both sides', () => {
    expect(quantity(sides({ failures: 0 }, { failures: 0.1, inError: 0.05 }), 'failures').word).toBe('slower');
    const alike = { failures: 0, inError: 0.001, requests: 20_000 };
    expect(quantity(sides(alike, alike), 'failures').word).toBe('same');
  });
});

describe('wrong answers', () => {
  const sides = (a: number | undefined, b: number | undefined, requests = 1000): ComparedSides => ({
    is: 'runs',
    a: syntheticRun({ ...lognormal, requests, ...(a !== undefined && { wrong: a }), seed: 1 }),
    b: syntheticRun({ ...lognormal, requests, ...(b !== undefined && { wrong: b }), seed: 2 }),
  });

  it('that B has and A has not are a difference of their own, in points', () => {
    const found = quantity(sides(0, 0.03), 'wrong');
    expect(found).toMatchObject({ word: 'slower', unit: '%', better: 'low', a: 0 });
    expect(found.relative).toBeUndefined();
    expect(found.absolute?.interval?.[0]).toBeGreaterThan(0);
    expect(quantity(sides(0.03, 0), 'wrong').word).toBe('faster');
  });

  it('are never too few to matter, where the difference is shown', () => {
    const judged = judgeQuantities(sides(0, 0.002, 20_000), { within: 1, asked: [{ name: 'wrong' }] });
    expect(judged.quantities[0]).toMatchObject({ word: 'slower', within: 1 });
    expect(judged.quantities[0]?.absolute?.interval?.[1]).toBeLessThan(1);
  });

  it('are as many on both sides where many requests show none, and undecided where few do', () => {
    expect(quantity(sides(0, 0), 'wrong').word).toBe('undecided');
    const judged = judgeQuantities(sides(0, 0, 20_000), { within: 0.05, asked: [{ name: 'wrong' }] });
    expect(judged.quantities[0]).toMatchObject({ word: 'same', within: 0.05 });
  });

  it('are not told of runs that judged no answer, and undecided where one did', () => {
    const { quantities } = judgeQuantities(sides(undefined, undefined), { within: 0.05 });
    expect(quantities.map((each) => each.quantity)).not.toContain('wrong');
    expect(quantity(sides(undefined, 0.01), 'wrong').because).toBe('no answer of A was judged');
  });
});

describe('what the samples cannot show', () => {
  it('is undecided, with the number that is needed', () => {
    const sides = syntheticTwo({ ...lognormal, requests: 200, failures: 0 })(1);
    const { word, because, relative } = quantity(sides, 'ttft.p99');
    expect(word).toBe('undecided');
    expect(because).toMatch(/^\d+ samples are too few, about \d{3,4} are needed$/);
    expect(relative?.interval).toBeUndefined();
  });

  it('is not told to be of too few samples, where no number of them would do', () => {
    const { settings } = header;
    const run = (): ComparedRun => {
      const samples = runSamples({ ...header, settings: { ...settings, warmupMs: 0, durationMs: 500_000 } });
      // Of three events the last two came in one read.
      for (let index = 0; index < 1_000; index += 1)
        samples.add(record(index, { events: [0, 20, 20].map((at) => index * 500 + 100 + at), early: 1, earlyAt: [1] }));
      return samples.result();
    };
    const { because, relative } = quantity({ is: 'runs', a: run(), b: run() }, 'gap.p50');
    // That of A may be 0, of which nothing is a share.
    expect(relative?.range).toEqual({ low: -1 });
    expect(because).toMatch(/^p50 of [AB] lies between 0 and [\d.]+ ms, since several events arrived in one read/);
  });

  it('of survivors is undecided: who failed has no time', () => {
    const [a, b] = [0.001, 0.08].map((failures, place) => syntheticRun({ ...lognormal, failures, seed: place + 1 }));
    if (a === undefined || b === undefined) throw new Error('two runs');
    expect(quantity({ is: 'runs', a, b }, 'ttft.p95').because).toMatch(
      /% of the requests of B failed and have no such time/,
    );
    expect(quantity({ is: 'runs', a, b }, 'ttft.p50').p).toBeDefined();
  });

  it('of events that came at an unknown time is undecided where they spoil it', () => {
    const [a, b] = [0, 1].map((early) => syntheticRun({ ...lognormal, requests: 300, early, seed: early + 1 }));
    if (a === undefined || b === undefined) throw new Error('two runs');
    const uncertain = '20 % of the gaps of B are known only as a range';
    expect(quantity({ is: 'runs', a, b }, 'gap.p90')).toMatchObject({ word: 'undecided', because: uncertain });
    expect(quantity({ is: 'runs', a, b }, 'gap.p50').p).toBeDefined();
    expect(quantity({ is: 'runs', a, b }, 'e2e.p90').p).toBeDefined();
    // It may be the first of each stream, though it is one of six.
    const first = 'in 100 % of the answers of B the first event with text of the reply arrived at an unknown time';
    expect(quantity({ is: 'runs', a, b }, 'ttft.p50')).toMatchObject({
      word: 'undecided',
      because: `${first} before its timestamp`,
    });
  });

  it('of shares that are 0 on both sides names no range of times', () => {
    const sides = syntheticTwo({ ...lognormal, requests: 60, failures: 0 })(1);
    const { word, because = '' } = quantity(sides, 'failures');
    expect([word, because]).toEqual(['undecided', '']);
  });

  it('of slices that are too short is undecided', () => {
    const sides = syntheticPairs({ ...lognormal, requests: 60, driftShare: 0, pairs: 4, seed: 1, failures: 0 });
    expect(quantity(sides, 'ttft.p99').because).toMatch(/^a slice has \d\d samples of the 100 that it needs$/);
    expect(quantity(sides, 'ttft.p50').p).toBeDefined();
  });

  it('is not told where neither run has it', () => {
    const { quantities } = judgeQuantities(syntheticTwo(lognormal)(1), { within: 0.05 });
    expect(quantities.map(({ quantity: name }) => name)).not.toContain('rtf.p95');
  });
});
