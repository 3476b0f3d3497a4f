import { describe, expect, it } from 'vitest';
import type { ComparedQuantity } from './difference.ts';
import { judgeQuantities } from './judge.ts';
import { distributions, syntheticTwo } from './synthetic.testing.ts';

const lognormal = { requests: 1000, ttftMs: distributions.lognormal, failures: 0.01, slo: 'ttft.p95<300ms' };
type Sides = ReturnType<ReturnType<typeof syntheticTwo>>;

function quantity(sides: Sides, name: string): ComparedQuantity {
  const found = judgeQuantities(sides, { within: 0.05 }).quantities.find((each) => each.quantity === name);
  if (found === undefined) throw new Error(`${name} was not told`);
  return found;
}

describe('the interval of a quantity', () => {
  /** What each word says of its interval. */
  const isTrue = ({ word, judgedBy, within = 0 }: ComparedQuantity): boolean => {
    if (judgedBy === undefined) return word === 'undecided';
    const { low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY } = judgedBy;
    if (word === 'same') return low >= -within && high <= within;
    return (low <= 0 && high >= 0) === (word === 'undecided');
  };

  it.each([1, 1.02, 1.05, 1.1, 1.2, 1.5])('is the one that its word follows from, of times %d as long', (factor) => {
    for (const requests of [60, 200, 1000]) {
      for (const seed of [1, 2, 3]) {
        const sides = syntheticTwo({ ...lognormal, requests }, factor)(seed);
        const { quantities } = judgeQuantities(sides, { within: 0.05 });
        expect(quantities.filter((each) => !isTrue(each))).toEqual([]);
      }
    }
  });

  it('is wider than that of its own where others are judged beside it, and as narrow as that where none is', () => {
    const sides = syntheticTwo(lognormal, 1.05)(2);
    const [alone] = judgeQuantities(sides, { within: 0.05, asked: [{ name: 'ttft', percent: 50 }] }).quantities;
    const among = quantity(sides, 'ttft.p50');
    const [low = 0, high = 0] = among.relative?.interval ?? [];
    expect(alone?.judgedBy).toEqual({ confidence: 0.95, low, high });
    expect(among.judgedBy?.confidence).toBeGreaterThan(0.95);
    expect(among.judgedBy?.low).toBeLessThan(low);
    expect(among.judgedBy?.high).toBeGreaterThan(high);
  });

  it('is that of the limit, and so is the word, where a limit is put on it', () => {
    const sides = syntheticTwo(lognormal, 1.05)(2);
    const asked = { name: 'ttft', percent: 50 } as const;
    const { quantities, judgedTogether } = judgeQuantities(sides, { within: 0.05, limited: [asked] });
    const all = judgeQuantities(sides, { within: 0.05 });
    const limited = quantities.find((each) => each.quantity === 'ttft.p50');
    expect([limited?.judgedBy?.confidence, judgedTogether]).toEqual([0.95, all.judgedTogether - 1]);
    expect([limited?.word, quantity(sides, 'ttft.p50').word]).toEqual(['slower', 'undecided']);
  });

  it('is none where the samples are too few for it, though they bound the difference by itself', () => {
    const sides = syntheticTwo({ ...lognormal, requests: 95, failures: 0 }, 1.5)(1);
    const found = quantity(sides, 'e2e.p95');
    expect(found.relative?.interval).toBeDefined();
    expect(found.because).toMatch(/samples are too few, about \d+ are needed$/);
    expect(found).not.toHaveProperty('judgedBy');
  });
});
