import { expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { temporaryRefusalsIn } from './temporary-refusals.ts';

it('counts the answers that only say "not now", by their status', () => {
  const seen = [429, 502, 429, 200, 400, 500].map((status, at) => answered({ id: `t#${at}`, status }));
  expect(temporaryRefusalsIn(seen)).toEqual({
    temporaryRefusals: [
      { status: 429, answers: 2 },
      { status: 502, answers: 1 },
    ],
  });
});
it('has nothing to tell of others', () => {
  expect(temporaryRefusalsIn([answered({ id: 't#1' })])).toEqual({});
});
