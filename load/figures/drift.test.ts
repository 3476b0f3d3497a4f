import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { header, record } from '../records/records.testing.ts';
import { driftOf, settlingOf } from './drift.ts';
import { summaryOf } from './summary.ts';

/** Answers every 100 ms for 30 s. */
const run = (ms: (share: number, index: number) => number): readonly (readonly [number, number])[] =>
  Array.from({ length: 300 }, (_, index) => [index * 100, ms(index / 300, index)] as const);

describe('that a run gets slower', () => {
  it('is told with the medians of its first and its last third, and their intervals', () => {
    const drift = driftOf(
      run((share, index) => 200 + 560 * share + (index % 7)),
      'ttft',
      [0, 30_000],
    );
    expect(drift).toMatchObject({ of: 'ttft', first: { fromMs: 0, n: 100 }, last: { toMs: 30_000, n: 100 } });
    // A naive median of the first hundred: the fiftieth of 200 to 387.
    expect(drift?.first.p50Ms).toBeCloseTo(200 + 560 * (49.5 / 300) + 3, -1);
    expect(drift?.last.p50Ms).toBeCloseTo(200 + 560 * (249.5 / 300) + 3, -1);
    expect(drift?.first.interval[1]).toBeLessThan(drift?.last.interval[0] ?? 0);
  });

  it('is not told of a run that stays as it is, gets faster, or is slow for a moment', () => {
    const noise = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 300, maxLength: 300 });
    fc.assert(
      fc.property(noise, (some) => {
        expect(
          driftOf(
            run((_, index) => 200 + (index % 12) + (some[index] ?? 0) / 10),
            'ttft',
            [0, 30_000],
          ),
        ).toBe(undefined);
      }),
    );
    expect(
      driftOf(
        run((share) => 800 - 500 * share),
        'ttft',
        [0, 30_000],
      ),
    ).toBeUndefined();
    expect(
      driftOf(
        run((share) => (share > 0.9 ? 900 : 200)),
        'ttft',
        [0, 30_000],
      ),
    ).toBeUndefined();
    expect(
      driftOf(
        run((share) => 200 + 20 * share),
        'ttft',
        [0, 30_000],
      ),
    ).toBeUndefined();
  });

  it('is told of no few answers, and not of the warm-up', () => {
    const slower = run((share) => 200 + 500 * share);
    expect(driftOf(slower.slice(0, 10), 'ttft', [0, 1_000])).toBeUndefined();
    const settings = { ...header.settings, warmupMs: 15_000, durationMs: 30_000, ratePerS: 10, planned: 300 };
    const loadOf = (ttft: (index: number) => number) => {
      const summary = summaryOf({ ...header, settings });
      for (let index = 0; index < 300; index += 1) {
        const [at, first] = [index * 100, index * 100 + ttft(index)];
        const times = { intended: at, sent: at, firstEvent: first, firstContent: first, events: [first], end: first };
        summary.add(record(index, times));
      }
      return summary.load();
    };
    expect(loadOf((index) => (index < 150 ? 100 : 300))).not.toHaveProperty('drift');
    expect(loadOf((index) => 100 + index).drift).toMatchObject({ of: 'ttft', first: { fromMs: 15_000, n: 50 } });
  });
});

describe('that a run gets faster', () => {
  const settling = (ms: (share: number, index: number) => number) => settlingOf(run(ms), 'e2e', [0, 30_000]);

  it('is told with when it had ended: a longer warm-up then leaves it out', () => {
    const found = settling((share, index) => Math.max(100, 500 - 1_200 * share) + (index % 7));
    expect(found).toMatchObject({ of: 'e2e', first: { n: 100 }, last: { p50Ms: 103 }, settledByMs: 10_000 });
    expect(found?.first.p50Ms).toBeGreaterThan(250);
  });

  it('is told without that where it goes on to the end', () => {
    const found = settling((share, index) => 530 - 480 * share + (index % 7));
    expect(found).toMatchObject({ of: 'e2e', first: { n: 100 }, last: { n: 100 } });
    expect(found).not.toHaveProperty('settledByMs');
  });

  it('is not told of a run that stays as it is, gets slower, or begins with a slow moment', () => {
    expect(settling((_, index) => 200 + ((index * 37) % 60))).toBeUndefined();
    expect(settling((share) => 200 + 500 * share)).toBeUndefined();
    expect(settling((share) => (share < 0.1 ? 900 : 200))).toBeUndefined();
  });

  it('is told in load.json, of the measured time', () => {
    const settings = { ...header.settings, warmupMs: 6_000, durationMs: 30_000, ratePerS: 10, planned: 300 };
    const summary = summaryOf({ ...header, settings });
    run((share) => Math.max(100, 700 - 1_200 * share)).forEach(([at, ms], index) => {
      const first = at + ms;
      const times = { firstEvent: first, firstContent: first, events: [first], end: first };
      summary.add(record(index, { intended: at, sent: at, ...times }));
    });
    expect(summary.load().settling).toMatchObject({ first: { fromMs: 6_000 }, settledByMs: 14_000 });
  });
});
