import { describe, expect, it } from 'vitest';
import { answered } from '../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../model/exchange.ts';
import { showsThatItWasSlow } from './retrying.ts';

/** An answer whose chunks arrived at these times. */
function at(times: readonly number[], endedAtMs: number, ending: 'complete' | 'timeout' | 'cut'): Exchange {
  const exchange = answered({ ending, chunks: times.map((atMs) => ({ atMs, bytes: 1 })) });
  const response = exchange.response.is === 'answer' ? { ...exchange.response, endedAtMs } : exchange.response;
  return { ...exchange, response };
}

describe('a later attempt shows that an earlier one was only slow', () => {
  const givenUp = at([50], 10_050, 'timeout');
  it('where it was silent for as long, and came to its end', () => {
    expect(showsThatItWasSlow(at([50, 14_000], 14_010, 'complete'), givenUp)).toBe(true);
    expect(showsThatItWasSlow(at([14_000], 14_010, 'complete'), givenUp)).toBe(true);
    expect(showsThatItWasSlow(at([50], 9_200, 'complete'), givenUp)).toBe(true);
  });
  it('and not where it was quicker, or has no end either', () => {
    expect(showsThatItWasSlow(at([50, 100], 110, 'complete'), givenUp)).toBe(false);
    expect(showsThatItWasSlow(at([50, 5_000], 14_000, 'complete'), givenUp)).toBe(true);
    expect(showsThatItWasSlow(at([50, 5_000, 10_000], 12_000, 'complete'), givenUp)).toBe(false);
    expect(showsThatItWasSlow(at([50, 14_000], 30_000, 'timeout'), givenUp)).toBe(false);
    expect(showsThatItWasSlow(at([50, 14_000], 14_010, 'cut'), givenUp)).toBe(false);
  });
});
