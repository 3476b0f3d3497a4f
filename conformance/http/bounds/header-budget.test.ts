import { expect, it } from 'vitest';
import type { Answer } from '../../model/exchange.ts';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { headerBudget } from './header-budget.ts';

function withHead(bytes: number): Answer {
  const { response } = answered({ headers: [['x', 'x'.repeat(bytes)]] });
  if (response.is !== 'answer') throw new Error('no answer');
  return response;
}

it('keeps long headers of a run up to their bound, and those of usual length always', () => {
  const room = headerBudget(100_000);
  const [long, usual] = [withHead(40_000), withHead(1_000)];
  expect([long, long, usual].map(room)).toEqual([long, long, usual]);
  const beyond = {
    is: 'noAnswer',
    because: 'tooMuch',
    detail: 'more than the 16 MB of long headers that are kept of a run',
  };
  expect(room(long)).toMatchObject(beyond);
  expect(room(usual)).toBe(usual);
});
