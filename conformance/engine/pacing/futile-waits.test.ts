import { expect, it } from 'vitest';
import { createFutileWaits } from './futile-waits.ts';

function waitsThatCame(...answers: readonly (readonly [ms: number, isPutOff: boolean])[]): boolean {
  const waits = createFutileWaits();
  for (const [ms, isPutOff] of answers) {
    const call = {};
    waits.noteWait(call, ms);
    waits.noteAnswer(call, isPutOff);
  }
  return waits.areFutile();
}

it('waits are in vain once two in a row were put off again', () => {
  expect(waitsThatCame([30_000, true])).toBe(false);
  expect(waitsThatCame([30_000, true], [30_000, true])).toBe(true);
  expect(waitsThatCame([30_000, true], [30_000, true], [30_000, false])).toBe(false);
});
it('short waits, and answers that nobody waited for, say nothing', () => {
  expect(waitsThatCame([500, true], [1_000, true], [30_000, true])).toBe(false);
  const waits = createFutileWaits();
  const call = {};
  waits.noteWait(call, 30_000);
  for (let answer = 0; answer < 3; answer += 1) waits.noteAnswer(call, true);
  expect(waits.areFutile()).toBe(false);
});
it('those that wait at once are one wait', () => {
  const waits = createFutileWaits();
  const [one, other] = [{}, {}];
  const both = (isPutOff: boolean): void => {
    for (const call of [one, other]) waits.noteWait(call, 30_000);
    for (const call of [one, other]) waits.noteAnswer(call, isPutOff);
  };
  both(true);
  expect(waits.areFutile()).toBe(false);
  both(true);
  expect(waits.areFutile()).toBe(true);
});
it('any that helped shows that they are not, a short one too', () => {
  const again = [
    [30_000, true],
    [30_000, true],
  ] as const;
  expect(waitsThatCame(...again, [1_000, false])).toBe(false);
  expect(waitsThatCame(...again, [1_000, false], [30_000, true])).toBe(false);
  expect(waitsThatCame(...again, [1_000, true])).toBe(true);
});
