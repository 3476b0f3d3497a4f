import { describe, expect, it } from 'vitest';
import { createPace } from './pace.ts';

/** A pace with a clock that stands still until it is set; `gap` is the time between two requests. */
function paced() {
  let nowMs = 0;
  const pace = createPace(() => nowMs);
  const gap = (): number => pace.opensAtMs(2) - pace.opensAtMs(1);
  const well = (times: number): void => {
    for (let time = 0; time < times; time += 1) pace.noteSuccess();
  };
  const tooMuch = (times: number): void => {
    for (let time = 0; time < times; time += 1) pace.noteTooMany();
  };
  return { ...pace, gap, well, tooMuch, at: (ms: number): void => void (nowMs = ms) };
}

describe('the pace', () => {
  it('holds nothing back before the target says that it is too much', () => {
    const { gap, noteBegin, opensAtMs, well } = paced();
    well(9);
    noteBegin();
    expect([gap(), opensAtMs(8)]).toEqual([0, 0]);
  });
  it('is what was answered well in the last second, where that shows what is allowed', () => {
    const { gap, well, at, tooMuch } = paced();
    well(5);
    at(1_500);
    well(20);
    tooMuch(1);
    expect(gap()).toBe(50);
  });
  it.each([0, 1, 9])('is ten in a second where little was answered: %i', (good) => {
    const { gap, well, tooMuch } = paced();
    well(good);
    tooMuch(1);
    expect(gap()).toBe(100);
  });
  it('saves up the share of all that begin together, and begins the next one a share behind them', () => {
    const { opensAtMs, noteBegin, at, tooMuch } = paced();
    tooMuch(1);
    noteBegin();
    expect([opensAtMs(1), opensAtMs(6)]).toEqual([100, 600]);
    at(600);
    noteBegin();
    expect(opensAtMs(1)).toBe(700);
  });
  it('takes away a fifth where it was still too much', () => {
    const { gap, tooMuch } = paced();
    tooMuch(2);
    expect(gap()).toBe(125);
  });
  it.each([
    [700, 250],
    [1_200, 300],
    [4_000, 500],
  ])(
    'falls to what was let in where that was too much as well, by a half to three quarters: %i ms',
    (lastedMs, fallsTo) => {
      const { gap, well, at, tooMuch } = paced();
      tooMuch(2);
      expect(gap()).toBe(125);
      well(4);
      at(lastedMs);
      tooMuch(1);
      expect(gap()).toBeCloseTo(fallsTo);
    },
  );
  it('is left alone where it is refused however slow it is, and says so', () => {
    const { gap, well, tooMuch, isFutile } = paced();
    // From 100 ms on, the first refusal adds a quarter, and each further one doubles the gap.
    tooMuch(1 + 4);
    expect([gap(), isFutile()]).toEqual([1_000, false]);
    tooMuch(1);
    expect([gap(), isFutile()]).toEqual([0, true]);
    well(30);
    tooMuch(1);
    expect([gap(), isFutile()]).toEqual([0, true]);
  });
  it('gives back a fifth for five good answers until a pace is refused, and then a tenth for ten', () => {
    const { gap, well, tooMuch } = paced();
    tooMuch(1);
    well(4);
    expect(gap()).toBe(100);
    well(1);
    expect(gap()).toBeCloseTo(80);
    tooMuch(1);
    expect(gap()).toBeCloseTo(100);
    well(10);
    expect(gap()).toBeCloseTo(90);
  });
  it('is not slowed down behind many good answers, where more was let in than that', () => {
    const { gap, well, at, tooMuch } = paced();
    tooMuch(1);
    well(40);
    const before = gap();
    at(10);
    tooMuch(1);
    expect(gap()).toBe(before);
  });
  it('falls by a fifth behind many good answers, where fewer were let in than that', () => {
    const { gap, well, at, tooMuch } = paced();
    tooMuch(1);
    well(40);
    const before = gap();
    at(2_000);
    tooMuch(1);
    expect(gap()).toBeCloseTo(1.25 * before);
  });
  it('is corrected behind many good answers, where it was', () => {
    const { gap, well, at, tooMuch, noteBegin, holdUntil } = paced();
    tooMuch(2);
    holdUntil(200);
    for (let sent = 1; sent <= 40; sent += 1) {
      at(200 + sent * 110);
      noteBegin();
      well(1);
    }
    expect(gap()).toBeCloseTo(110);
    tooMuch(1);
    expect(gap()).toBeGreaterThan(112);
    expect(gap()).toBeLessThan(116);
  });
  it('stays short of what was refused, until so much was answered well that more may be allowed', () => {
    const { gap, well, tooMuch } = paced();
    tooMuch(2);
    well(290);
    expect(gap()).toBeCloseTo(110);
    well(15);
    expect(gap()).toBeLessThan(100);
  });
  it('holds nothing back in the end, where nothing is refused any more', () => {
    const { gap, well, tooMuch } = paced();
    tooMuch(2);
    well(300 * 100);
    expect(gap()).toBe(0);
  });
  it('holds nothing back where it was the number at once that was too much', () => {
    const { gap, tooMuch, leaveAlone } = paced();
    tooMuch(3);
    leaveAlone();
    expect(gap()).toBe(0);
  });
  it('goes on behind a pause', () => {
    const { opensAtMs, holdUntil, tooMuch } = paced();
    tooMuch(1);
    holdUntil(1_000);
    expect([opensAtMs(1), opensAtMs(2)]).toEqual([1_000, 1_100]);
  });
});
