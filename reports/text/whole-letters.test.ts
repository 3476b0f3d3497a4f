import { expect, it } from 'vitest';
import { headOf, lettersOf } from './whole-letters.ts';

it('cuts before what is read as one letter', () => {
  expect(headOf('ab😀cd', 3)).toBe('ab');
  expect(headOf('ab😀cd', 4)).toBe('ab😀');
  expect(headOf('a👩‍👩‍👧b', 5)).toBe('a');
  expect(headOf('a\ud83d', 2)).toBe('a\ud83d');
});

it('shows as much as fits of a letter that has no end', () => {
  expect(headOf(`a${'\u0301'.repeat(500)}`, 300)).toHaveLength(300);
  expect(headOf(`a${'😀\u200d'.repeat(500)}`, 302)).toHaveLength(301);
});

it('parts a text into the letters that are read', () => {
  expect(lettersOf('e\u0301👩‍👧!')).toEqual(['e\u0301', '👩‍👧', '!']);
});
