import { expect, it } from 'vitest';
import { answered } from '../../conformance/expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import { refusalsIn } from './refused-again.ts';

const sent = (second: number, status: number): Exchange => ({
  ...answered({ status }),
  startedAt: `2026-11-22T00:00:0${second}.000Z`,
});

it('counts who is refused, and who is refused behind a refusal', () => {
  expect(refusalsIn([sent(1, 200), sent(2, 429), sent(3, 200), sent(4, 503)])).toEqual({ refused: 2, again: 0 });
  expect(refusalsIn([sent(1, 200), sent(2, 429), sent(3, 429), sent(4, 429)])).toEqual({ refused: 3, again: 2 });
  // Requests under way at the same time could not know of each other's refusal.
  expect(refusalsIn([sent(1, 429), sent(1, 429)])).toEqual({ refused: 2, again: 0 });
});
