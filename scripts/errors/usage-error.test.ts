import { expect, it } from 'vitest';
import { UsageError, usageErrorOf } from './usage-error.ts';

it('has each mistake by itself, whatever its text is, and a line of each in its message', () => {
  const mistakes = ['--rate is "2\nassay: 3"', '--seed is "x"'];
  const error = usageErrorOf(mistakes);
  expect(error.mistakes).toEqual(mistakes);
  expect(error.message).toBe('--rate is "2\nassay: 3"\nassay: --seed is "x"');
  expect(new UsageError('one').mistakes).toEqual(['one']);
});

it('tells of very many mistakes the first, and how many there are more', () => {
  const { mistakes } = usageErrorOf(Array.from({ length: 23 }, (_, place) => `mistake ${place}`));
  expect(mistakes.slice(-2)).toEqual(['mistake 19', 'and 3 more']);
  expect(mistakes).toHaveLength(21);
});
