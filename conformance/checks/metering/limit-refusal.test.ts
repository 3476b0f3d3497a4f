import { describe, expect, it } from 'vitest';
import { workspacePlaceholder } from '../../model/probe.ts';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../model/exchange.ts';
import { limitRefusedWith429 } from './spending/steady-refusal.ts';

function of(name: string, status: number, attempt = 1): Exchange {
  const exchange = { ...answered({ status, operation: 'speech' }), attempt };
  const headers = [['authorization', `Bearer ${workspacePlaceholder(name)}`]] as const;
  return { ...exchange, request: { ...exchange.request, headers } };
}

/** A round: a speech within the limit, a speech past it, and the speeches of two other members. */
const round = (number: number, past: Exchange = of(`limited_${number}`, 429, 3), otherAttempt = 1) => [
  of(`limited_${number}`, 200),
  past,
  of(`funded_${number}`, 200, otherAttempt),
  of(`also_funded_${number}`, 200),
];

describe('a speech past the limit of a member that gets a 429', () => {
  it('is refused for the limit where others are answered at once, three times over', () => {
    expect(limitRefusedWith429.isProven([...round(1), ...round(2), ...round(3)])).toBe(true);
  });
  it('is not shown to be by fewer rounds, by an answer at last, nor where others wait as well', () => {
    expect(limitRefusedWith429.isProven([...round(1), ...round(2)])).toBe(false);
    const answeredAtLast = round(3, of('limited_3', 200, 2));
    expect(limitRefusedWith429.isProven([...round(1), ...round(2), ...answeredAtLast])).toBe(false);
    expect(limitRefusedWith429.isProven([...round(1), ...round(2), ...round(3, of('limited_3', 429, 3), 2)])).toBe(
      false,
    );
  });
});
