import { expect, it } from 'vitest';
import { leadingGraphemes, graphemesOf } from './graphemes.ts';

it('cuts before what is read as one letter', () => {
  expect(leadingGraphemes('ab😀cd', 3)).toBe('ab');
  expect(leadingGraphemes('ab😀cd', 4)).toBe('ab😀');
  expect(leadingGraphemes('a👩‍👩‍👧b', 5)).toBe('a');
  expect(leadingGraphemes('a\ud83d', 2)).toBe('a\ud83d');
});

it('shows as much as fits of a letter that has no end', () => {
  expect(leadingGraphemes(`a${'\u0301'.repeat(500)}`, 300)).toHaveLength(300);
  expect(leadingGraphemes(`a${'😀\u200d'.repeat(500)}`, 302)).toHaveLength(301);
});

it('parts a text into the letters that are read', () => {
  expect(graphemesOf('e\u0301👩‍👧!')).toEqual(['e\u0301', '👩‍👧', '!']);
});
