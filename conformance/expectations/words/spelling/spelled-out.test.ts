import { describe, expect, it } from 'vitest';
import { findSpelledOutWords } from './spelled-out.ts';

const word = 'zqabcdefghij';
const letters = [...word];

describe('spelledOut', () => {
  it.each([
    'zqa-bcdefghij',
    'zqabc-defg-hij',
    'z-q-abcdefghij',
    'zqabc–defghij',
    'zqabc‑defg--hij',
    letters.join('-'),
    letters.join(', '),
    letters.join('. '),
    letters.join(' – '),
  ])('finds the word in %s', (written) => {
    expect([...findSpelledOutWords([`it was ${written}.`])]).toEqual([[word, written]]);
  });
  it.each([
    ['the word as it is', word],
    ['words of a list', 'zqabc, defghij'],
    ['blanks, as a stream may add', 'zqabc defghij'],
    ['letters with blanks', letters.join(' ')],
    ['letters with other marks between them', `z, q, a, b, c. d, e, f, g, h, i, j`],
    ['an identifier', '0zqab-1cde-fghij'],
    ['fewer letters', 'zqabc-defghi'],
    ['a list of words that begin so', 'z, q, a, b, c, d, e, f, g, h, i, just'],
  ])('takes %s for none', (_, written) => {
    expect(findSpelledOutWords([`it was ${written}.`]).size).toBe(0);
  });
  it('keeps no more than 1,000 of an answer', () => {
    const written = Array.from(
      { length: 2_000 },
      (_, at) =>
        `zq-${String(at)
          .padStart(4, '0')
          .replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}klmnop`,
    );
    expect(findSpelledOutWords([written.join(' ')]).size).toBe(1_000);
  });
});
