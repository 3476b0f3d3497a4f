import { describe, expect, it } from 'vitest';
import { messageLengths, messageOf, speechTextOf, textLengths, type Lengths } from './corpus.ts';

const many = (of: (seed: number, index: number) => string, seed = 7): readonly string[] =>
  Array.from({ length: 5_000 }, (_, index) => of(seed, index));

function expectLengths(texts: readonly string[], { median, spread, shortest, longest }: Lengths): void {
  const lengths = texts.map(({ length }) => length).toSorted((a, b) => a - b);
  const at = (q: number): number => lengths[Math.floor(q * lengths.length)] ?? 0;
  expect(at(0.5) / median).toBeCloseTo(1, 1);
  expect(at(0.9) / (median * Math.exp(1.2816 * spread))).toBeCloseTo(1, 1);
  expect(lengths[0]).toBeGreaterThanOrEqual(shortest / 2);
  expect(lengths.at(-1)).toBeLessThanOrEqual(longest);
}

describe('the corpora', () => {
  it('have the lengths that they state', () => {
    expectLengths(many(messageOf), messageLengths);
    expectLengths(many(speechTextOf), textLengths);
  });
  it('hold no text twice within a seed', () => {
    expect(new Set(many(messageOf)).size).toBe(5_000);
    expect(new Set(many(speechTextOf)).size).toBeGreaterThan(4_990);
  });
  it('are the same for the same seed, and others for another', () => {
    expect(messageOf(1, 3)).toBe(messageOf(1, 3));
    expect(messageOf(1, 3)).not.toBe(messageOf(2, 3));
    expect(speechTextOf(1, 3)).not.toBe(speechTextOf(2, 3));
  });
});
