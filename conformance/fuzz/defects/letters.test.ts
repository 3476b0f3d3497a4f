import { expect, it } from 'vitest';
import { characterKindsOf } from './letters.ts';

const kindsIn = (letter: string): readonly string[] => characterKindsOf(letter).map(({ kind }) => kind.label);

it.each([
  [
    'ر',
    [
      'a letter beyond ASCII',
      'a letter beyond Latin-1',
      'a letter that is written from right to left',
      'a letter of Arabic',
    ],
  ],
  ['٣', ['a letter that is written from right to left', 'a letter of Arabic']],
  ['ß', ['a letter beyond ASCII', 'a letter of Latin beyond ASCII']],
  ['か', ['a letter beyond ASCII', 'a letter beyond Latin-1', 'a letter of Chinese, Japanese or Korean']],
  ['👋', ['a character beyond U+FFFF', 'an emoji']],
  ['\u2028', ['a line or paragraph separator']],
  ['x', []],
])('the kinds of %s, the widest first', (letter, kinds) => {
  expect(kindsIn(letter)).toEqual(kinds);
});

it('each has another letter of it, that is tried in its place', () => {
  for (const letter of Array.from('רלßÉжλ漢か👋🎈\u2028\u00a0\u0301'))
    for (const { kind, another } of characterKindsOf(letter)) {
      expect(another).not.toBe(letter);
      expect(another).toMatch(kind.pattern);
    }
});
