import { describe, expect, it } from 'vitest';
import { creditPrices } from '../../conformance/contract/limits.ts';
import { creditsOf, mixFrom, mixText, operationOf, type Operation } from './operations.ts';

describe('operations', () => {
  it('cost what the interface document says', () => {
    const { chat, speech } = creditPrices;
    expect(creditsOf).toEqual({ stream: chat, chat, speech, voices: 0 });
  });

  it('are blended by weights', () => {
    const mix = mixFrom('stream=6, chat=3,voices=1,speech=0');
    if (mix === undefined) throw new Error('it is a mix');
    const counts: Partial<Record<Operation, number>> = {};
    for (let index = 0; index < 10_000; index += 1) {
      const name = operationOf(mix, 1, index);
      counts[name] = (counts[name] ?? 0) + 1;
    }
    expect(counts.speech).toBeUndefined();
    expect((counts.stream ?? 0) / 10_000).toBeCloseTo(0.6, 1);
    expect((counts.chat ?? 0) / 10_000).toBeCloseTo(0.3, 1);
    expect((counts.voices ?? 0) / 10_000).toBeCloseTo(0.1, 1);
  });

  it('are the same for the same seed', () => {
    const mix = { stream: 1, chat: 1 };
    const of = (seed: number) => Array.from({ length: 50 }, (_, index) => operationOf(mix, seed, index));
    expect(of(1)).toEqual(of(1));
    expect(of(1)).not.toEqual(of(2));
  });

  it('are written as they are read', () => {
    expect(mixText({ voices: 1, stream: 4 })).toBe('stream=4,voices=1');
    expect(mixFrom(mixText({ voices: 1, stream: 4 }))).toEqual({ stream: 4, voices: 1 });
  });

  it.each(['', 'stream', 'steam=1', 'stream=0', 'stream=1,', 'stream=-1', 'stream=1e3'])('%j is no mix', (text) => {
    expect(mixFrom(text)).toBeUndefined();
  });
});
