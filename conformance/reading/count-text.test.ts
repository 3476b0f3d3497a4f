import { expect, it } from 'vitest';
import { countText } from './count-text.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [-12_345, '-12,345'],
  [100_000_000, '100,000,000'],
  [44_100.5, '44,100.5'],
])('tells %d as %s', (count, told) => {
  expect(countText(count)).toBe(told);
  expect(told).toBe(count.toLocaleString('en-US'));
});
