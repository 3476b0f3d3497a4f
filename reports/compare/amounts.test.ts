import { expect, it } from 'vitest';
import { changedText, sidesText, valueText } from './amounts.ts';

it.each([
  ['ms', 100.2, 120, '100.2 → 120.0 ms'],
  ['%', 0.001, 2, '0.001 → 2 %'],
  ['/s', 12, 13.456, '12/s → 13.5/s'],
  ['', 0.5, 0.75, '0.5 → 0.75'],
] as const)('both sides of a quantity in "%s" have its unit once where it stands apart', (unit, a, b, text) => {
  expect(sidesText({ a, b, unit })).toBe(text);
});

it('without one of them nothing is said', () => {
  expect(sidesText({ a: 1, unit: 'ms' })).toBe('');
});

it('a value that is known only as a range has both ends', () => {
  expect(valueText(240.6, 'ms', 0)).toBe('0 to 240.6 ms');
  expect(sidesText({ a: 200.5, b: 240.6, unit: 'ms', atLeast: { a: 200.5, b: 0 } })).toBe('200.5 → 0 to 240.6 ms');
});

it.each([
  [{ value: 0.2 }, '+20 %'],
  [{ value: 0.2, range: { low: -0.05, high: 0.2 } }, '−5 to +20 %'],
  [{ value: 0.2, range: { low: 0.19999, high: 0.2 } }, '+20 %'],
  // A value that may be 0 has no differences as shares.
  [{ value: 0.2, range: { low: -1 } }, '–'],
])('a difference is told as a range where it is only known as one: %j', (difference, text) => {
  expect(changedText(difference, 100, '%')).toBe(text);
});
