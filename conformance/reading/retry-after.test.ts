import { expect, it } from 'vitest';
import { retryAfterIn } from './retry-after.ts';

const atTen = 'Thu, 26 Nov 2026 10:00:00 GMT';
const secondsLater = 'Thu, 26 Nov 2026 10:00:07 GMT';

it.each([
  ['seconds', '7', undefined, 7_000],
  ['seconds, whatever the clock says', ' 7 ', atTen, 7_000],
  ['a date by the clock of the sender', secondsLater, atTen, 7_000],
  ['a date by our clock, where the sender tells none', secondsLater, undefined, 5_000],
  ['a date that is over', atTen, secondsLater, 0],
  ['words', 'soon', undefined, undefined],
])('reads %s', (_, value, date, ms) => {
  expect(retryAfterIn(value, date, Date.parse('Thu, 26 Nov 2026 10:00:02 GMT'))).toBe(ms);
});
