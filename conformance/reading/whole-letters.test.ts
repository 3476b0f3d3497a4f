import { expect, it } from 'vitest';
import { aroundPlace, headOf, tailOf } from './whole-letters.ts';

const family = '👩‍👩‍👧';

it('cuts before and behind what is read as one letter', () => {
  expect(headOf('ab😀cd', 3)).toBe('ab');
  expect(headOf('ab😀cd', 4)).toBe('ab😀');
  expect(headOf(`a${family}b`, 5)).toBe('a');
  expect(headOf('e\u0301e\u0301', 3)).toBe('e\u0301');
  expect(tailOf('ab😀cd', 3)).toBe('cd');
  expect(tailOf('ab😀cd', 4)).toBe('😀cd');
  expect(tailOf(`a${family}b`, 6)).toBe('b');
});

it('leaves a shorter text as it is, however it begins and ends', () => {
  expect(headOf('a\ud83d', 2)).toBe('a\ud83d');
  expect(tailOf('\ude00a', 2)).toBe('\ude00a');
});

it('shows what was sent in halves as it was sent', () => {
  expect(headOf('a\ud83dbc', 2)).toBe('a\ud83d');
  expect(tailOf('abc\ude00', 2)).toBe('c\ude00');
});

it('shows as much as fits of a letter that has no end', () => {
  expect(headOf(`a${'\u0301'.repeat(500)}`, 300)).toHaveLength(300);
  expect(headOf(`a${'😀\u200d'.repeat(500)}`, 302)).toHaveLength(301);
});

it('shows a place between the whole letters around it', () => {
  expect(aroundPlace('😀😀\uFFFD😀😀', 4, 4)).toBe('😀😀\uFFFD😀');
  expect(aroundPlace('short', 2, 20)).toBe('short');
});
