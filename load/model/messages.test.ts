import { expect, it } from 'vitest';
import { messageOf } from './messages.ts';

it('asks the same with the same seed, and something else with each index and seed', () => {
  expect(messageOf(1, 0)).toBe(messageOf(1, 0));
  const messages = Array.from({ length: 200 }, (_, index) => [messageOf(1, index), messageOf(2, index)]).flat();
  expect(new Set(messages).size).toBe(400);
});
