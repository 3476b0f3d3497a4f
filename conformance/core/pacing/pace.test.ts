import { describe, expect, it } from 'vitest';
import { createPace } from './pace.ts';

/** A pace whose clock stands until it is set, of a target that has refused once. */
function paced() {
  let nowMs = 0;
  const pace = createPace(() => nowMs);
  const well = (times: number): void => {
    for (let time = 0; time < times; time += 1) pace.wentWell();
  };
  pace.tooMuch();
  return { ...pace, well, at: (ms: number): void => void (nowMs = ms) };
}

describe('the pace', () => {
  it('holds nothing back before the target says that it is too much', () => {
    const { slotFor } = paced();
    expect([slotFor(1), slotFor(8), slotFor(1)]).toEqual([0, 0, 0]);
  });
  it('is what was answered well in the last second, where that shows what is allowed', () => {
    const { slotFor, well, at, tooMuch } = paced();
    well(5);
    at(1_500);
    well(20);
    tooMuch();
    expect([slotFor(1), slotFor(1), slotFor(1)]).toEqual([1_500, 1_550, 1_600]);
  });
  it('is ten in a second where little was answered: the service may be slow', () => {
    for (const good of [0, 1, 10]) {
      const { slotFor, well, tooMuch } = paced();
      well(good);
      tooMuch();
      expect([slotFor(1), slotFor(1)]).toEqual([0, 100]);
    }
  });
  it('is not slowed down where many were answered well since the last refusal', () => {
    const { slotFor, well, tooMuch } = paced();
    well(30);
    tooMuch();
    expect([slotFor(1), slotFor(1)]).toEqual([0, 0]);
  });
  it('saves up the share of all that begin together', () => {
    const { slotFor, tooMuch } = paced();
    tooMuch();
    expect([slotFor(1), slotFor(6), slotFor(1)]).toEqual([0, 600, 700]);
  });
  it('takes away a fifth where it was still too much', () => {
    const { slotFor, tooMuch } = paced();
    tooMuch();
    tooMuch();
    slotFor(1);
    expect(slotFor(1)).toBe(125);
  });
  it('is left alone where it is refused however slow it is', () => {
    const { slotFor, well, tooMuch } = paced();
    // From 100 ms on, each a quarter longer: seven are within half a second, the eighth is not.
    for (let times = 0; times < 8; times += 1) tooMuch();
    slotFor(1);
    expect(slotFor(1)).toBeGreaterThan(400);
    tooMuch();
    expect(slotFor(1)).toBe(slotFor(1));
    well(30);
    for (let times = 0; times < 2; times += 1) tooMuch();
    expect(slotFor(1)).toBe(slotFor(1));
  });
  it('gives back a tenth for ten good answers in a row, until nothing is held back', () => {
    const { slotFor, well, tooMuch } = paced();
    tooMuch();
    well(9);
    tooMuch();
    well(10);
    slotFor(1);
    expect(slotFor(1)).toBeCloseTo(112.5);
    well(10 * 100);
    expect(slotFor(1)).toBe(slotFor(1));
  });
  it('holds nothing back where it was the number at once that was too much', () => {
    const { slotFor, tooMuch, leaveAlone } = paced();
    for (let times = 0; times < 3; times += 1) tooMuch();
    leaveAlone();
    expect(slotFor(1)).toBe(slotFor(1));
  });
  it('goes on behind a pause', () => {
    const { slotFor, holdUntil, tooMuch } = paced();
    tooMuch();
    holdUntil(1_000);
    expect([slotFor(1), slotFor(1)]).toEqual([1_000, 1_100]);
  });
});
