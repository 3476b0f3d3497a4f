import { describe, expect, it } from 'vitest';
import { answered } from '../expectations/sample-exchange.testing.ts';
import { exchangesByInput } from './calls.ts';
import { plainSpelling, type Request } from './inputs/request.ts';

const first: Request = { operation: 'chat', members: [['message', { text: 'a' }]], spelling: plainSpelling };
const next: Request = { ...first, continues: true };

function answer(id: string, body: string) {
  return answered({ id, operation: 'chat', body: new TextEncoder().encode(body) });
}

describe('the exchanges of conversations that were sent side by side', () => {
  it('are each its own, where one was over before its last turn and others stand behind', () => {
    const inputs = [
      [first, next],
      [first, next],
    ];
    const told = '{"sessionId":"s","reply":"r"}';
    const seen = [
      answer('a#1', '{"reply":"r"}'),
      answer('b#1', told),
      answer('b#2', told),
      answer('of the next#1', told),
    ];
    const { own, taken } = exchangesByInput(inputs, seen);
    expect(own.map((each) => each.map(({ id }) => id))).toEqual([['a#1'], ['b#1', 'b#2']]);
    expect(taken).toBe(3);
  });
  it('are those up to a turn', () => {
    const seen = ['a#1', 'a#2'].map((id) => answer(id, '{"sessionId":"s"}'));
    expect(exchangesByInput([[first, next]], seen, 1)).toEqual({ own: [seen.slice(0, 1)], taken: 1 });
  });
});
