import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findNearWords, findNearWord } from './near-word.ts';
import { normalizeLetters } from './plain-letters.ts';

const word = 'zqabcdefghij';

const nearIn = (texts: readonly string[], of = word) => findNearWord(findNearWords(texts.map(normalizeLetters)), of);

describe('nearWordIn', () => {
  it.each([
    'zqabcedfghij',
    'zqabcdefghix',
    'zqabcdefgij',
    'zqabcddefghij',
    'qzabcdefghij',
    'zqabcdefgh',
    'qabcdefghij',
    word,
    'zq4bcd3fgh1j',
    'zqabc***ghij',
  ])('finds %s, which is the word, but for a letter or two', (near) => {
    expect(nearIn(['Well.', `It was ${near.toUpperCase()}.`])).toBe(near);
  });
  it.each(['zqabcdefg', 'zqabc', 'zqxxxdefghij', 'zqklmnopqrst', '************', 'zqab****ghij', 'no idea', ''])(
    'takes %j for something else, or for a part that is too short',
    (other) => {
      expect(nearIn([`It was ${other}.`])).toBeUndefined();
    },
  );
  it('finds it in marks of emphasis, with hyphens, and with marks at its letters', () => {
    for (const said of [
      '**zqabcdefgxij**',
      'zqabc-defg-xij',
      'zqábçdefgxij',
      'ｚｑａｂｃｄｅｆｇｘｉｊ',
      'zqabcde\u00adfgxij',
    ])
      expect(nearIn([`It was ${said}.`])).toBeDefined();
  });
  it('finds no other word that was planted, however it is written', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'cdfhjkmnpqrvwxy'), minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(letters, letters, (one, other) => {
        const apart = Array.from(one).filter((letter, at) => letter !== other[at]).length;
        fc.pre(apart > 8);
        expect(nearIn([`zq${one}`], `zq${other}`) === undefined || apart < 10).toBe(true);
      }),
    );
  });
  it('looks at no more than 100,000 letters of all texts, the shortest of them first', () => {
    const near = `${word.slice(0, -1)}x`;
    const long = Array.from({ length: 30 }, (_, at) => `${'well, '.repeat(8_000)}${at}`);
    expect(nearIn([...long, near])).toBe(near);
    expect(nearIn([...long, `${near} ${'w '.repeat(30_000)}`])).toBeUndefined();
  });
});
