import { expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { byClarity, type WrongExchange } from './shows-best.ts';

function wrong(id: string, sent: unknown): WrongExchange {
  const mismatch = { subject: 'status', expected: 'success', observed: 'status 400' };
  return { exchange: answered({ id, sent }), mismatch };
}

it('shows first what is spelt as usual, and half a surrogate pair last, wherever in the body it is', () => {
  const inOrder = [
    wrong('plain#1', { message: 'Hello!' }),
    wrong('of an escape#1', { message: String.raw`\ud83d is an escape`, sessionId: 's' }),
    wrong('nested#1', { message: { text: '\ud83d' } }),
  ];
  expect(inOrder.toReversed().toSorted(byClarity([], false))).toEqual(inOrder);
});
