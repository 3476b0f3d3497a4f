import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearWordIn } from './near-word.ts';

const word = 'zqabcdefghij';

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
    expect(nearWordIn(['Well.', `It was ${near.toUpperCase()}.`], word)).toBe(near);
  });
  it.each(['zqabcdefg', 'zqabc', 'zqxxxdefghij', 'zqklmnopqrst', '************', 'zqab****ghij', 'no idea', ''])(
    'takes %j for something else, or for a part that is too short',
    (other) => {
      expect(nearWordIn([`It was ${other}.`], word)).toBeUndefined();
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
      expect(nearWordIn([`It was ${said}.`], word)).toBeDefined();
  });
  it('finds no other word that was planted, however it is written', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'cdfhjkmnpqrvwxy'), minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(letters, letters, (one, other) => {
        const apart = Array.from(one).filter((letter, at) => letter !== other[at]).length;
        fc.pre(apart > 8);
        expect(nearWordIn([`zq${one}`], `zq${other}`) === undefined || apart < 10).toBe(true);
      }),
    );
  });
});
