import { expect, it } from 'vitest';
import { sidesText } from './amounts.ts';

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
