import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleExchange } from '../../reports/check/sample-run.testing.ts';
import { roundTripsOf } from './known.ts';

const at = (fromMs: number, tookMs: number) => {
  const exchange = sampleExchange('a probe#1');
  return {
    ...exchange,
    startedAt: new Date(fromMs).toISOString(),
    response: { ...exchange.response, endedAtMs: tookMs },
  };
};

describe('round trips', () => {
  it('are as many as steps, of which each sends some requests at once when the step before has been answered', () => {
    const step = fc.array(fc.tuple(fc.nat(40), fc.integer({ min: 100, max: 300 })), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        let from = 1_000_000;
        const exchanges = steps.flatMap((sent) => {
          const begun = sent.map(([lateMs, tookMs]) => at(from + lateMs, tookMs));
          from = Math.max(...begun.map(({ startedAt, response }) => Date.parse(startedAt) + response.endedAtMs));
          return begun;
        });
        expect(roundTripsOf(exchanges)).toBe(steps.length);
      }),
    );
  });
});
