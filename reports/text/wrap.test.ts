import { describe, expect, it } from 'vitest';
import { namesWithin, wrapLines, wrapToLines } from './wrap.ts';

describe('lines of so many columns', () => {
  it('break between words, and within one that is too long', () => {
    expect(wrapLines('one two three', 2, 10)).toEqual(['  one two three']);
    expect(wrapLines('one two three four five', 2, 18)).toEqual(['  one two three', '  four five']);
    expect(wrapLines('x'.repeat(20), 0, 16)).toEqual(['x'.repeat(16), 'x'.repeat(4)]);
  });
  it('are cut to so many, which the last one shows within its columns', () => {
    expect(wrapToLines(1, 'one two three four five', 2, 18)).toEqual(['  one two three…']);
    expect(wrapToLines(1, 'y'.repeat(40), 0, 20)).toEqual([`${'y'.repeat(19)}…`]);
    expect(wrapToLines(2, 'one two three', 2, 18)).toEqual(['  one two three']);
  });
  it('name as many as fit', () => {
    expect(namesWithin(20, ['aa', 'bb', 'cc'])).toBe('aa, bb, cc');
    expect(namesWithin(16, ['aaaa', 'bbbb', 'cccc', 'dddd'])).toBe('aaaa and 3 more');
    expect(namesWithin(1, ['a-long-name'])).toBe('a-long-name');
  });
});
