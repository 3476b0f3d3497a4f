import { describe, expect, it } from 'vitest';
import { createWindow, type Window } from './window.ts';

/** Notes this many rounds of good answers, each with as many as the window holds. */
function rounds(window: Window, times: number): Window {
  for (let time = 0; time < times; time += 1) {
    const size = window.size();
    for (let each = 0; each < size; each += 1) window.noteSuccess(size);
  }
  return window;
}

describe('how many go at once', () => {
  it('doubles with each round of good answers, up to the cap', () => {
    const window = createWindow(64);
    const sizes = [0, 1, 1, 1, 1, 1].map((times) => rounds(window, times).size());
    expect(sizes).toEqual([4, 8, 16, 32, 64, 64]);
    expect(rounds(createWindow(2), 5).size()).toBe(2);
  });
  it('is not raised by answers to fewer than that', () => {
    const window = createWindow(64);
    for (let each = 0; each < 100; each += 1) window.noteSuccess(2);
    expect(window.size()).toBe(4);
  });
  it('is half of what was refused, and rises by one for ten good answers or a whole window of them', () => {
    const window = rounds(createWindow(64), 4);
    window.noteRefusal(64);
    expect(window.size()).toBe(32);
    expect(rounds(window, 1).size()).toBe(33);
    for (let time = 0; time < 3; time += 1) window.noteRefusal(window.size());
    expect(window.size()).toBe(4);
    for (let each = 0; each < 9; each += 1) window.noteSuccess(4);
    expect(window.size()).toBe(4);
    window.noteSuccess(4);
    expect(window.size()).toBe(5);
  });
  it('is one in the end, where everything is refused', () => {
    const window = createWindow(64);
    for (let time = 0; time < 9; time += 1) window.noteRefusal(window.size());
    expect(window.size()).toBe(1);
  });
  it('is half where answers take longer, and never less than at first for that', () => {
    const window = rounds(createWindow(64), 4);
    const sizes = [1, 2, 3, 4, 5].map(() => (window.noteSlower(), window.size()));
    expect(sizes).toEqual([32, 16, 8, 4, 4]);
    const few = createWindow(64);
    few.noteRefusal(4);
    few.noteSlower();
    expect(few.size()).toBe(2);
  });
  it('is never more than a target was learned to take', () => {
    const window = rounds(createWindow(64), 4);
    window.limitTo(3);
    expect(rounds(window, 30).size()).toBe(3);
  });
});

describe('how many of a group go together', () => {
  it('is all of it, though fewer would go by themselves, and whatever time answers take', () => {
    const window = createWindow(64);
    expect([window.sizeFor(1), window.sizeFor(8)]).toEqual([4, 8]);
    window.noteSlower();
    expect(window.sizeFor(8)).toBe(8);
    expect(createWindow(6).sizeFor(8)).toBe(6);
  });
  it('is no more than was not refused, and two of them in any case that the cap allows', () => {
    const window = createWindow(64);
    window.noteRefusal(8);
    expect(window.sizeFor(8)).toBe(4);
    for (let time = 0; time < 9; time += 1) window.noteRefusal(1);
    expect([window.sizeFor(1), window.sizeFor(8)]).toEqual([1, 2]);
    const single = createWindow(1);
    expect(single.sizeFor(8)).toBe(1);
    expect(rounds(window, 50).sizeFor(8)).toBeGreaterThanOrEqual(8);
  });
  it('is as many as a target was learned to take', () => {
    const window = createWindow(64);
    window.limitTo(3);
    expect(window.sizeFor(8)).toBe(3);
  });
});
