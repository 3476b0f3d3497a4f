import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normalizeLetters } from './plain-letters.ts';

const unseen = ['\u00ad', '\u200b', '\u200d', '\u2060', '\ufeff', '\ufe0f', '\u0301', '\u034f'];
/** Forms of a letter: as it is, upper case, with a diacritic, and full width. */
const forms = [
  (letter: string) => letter,
  (letter: string) => letter.toUpperCase(),
  (letter: string) => `${letter}\u0323`.normalize('NFC'),
  (letter: string) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0),
];

it('gives the letters of a word, whatever form they have and whatever is not shown between them', () => {
  const letter = fc.record({
    is: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
    form: fc.constantFrom(...forms),
    behind: fc.array(fc.constantFrom(...unseen), { maxLength: 2 }),
  });
  fc.assert(
    fc.property(fc.array(letter), (letters) => {
      const written = letters.map(({ is, form, behind }) => form(is) + behind.join('')).join('');
      expect(normalizeLetters(written)).toBe(letters.map(({ is }) => is).join(''));
    }),
  );
});

it('gives what it gave again, and leaves out nothing that is shown', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(normalizeLetters(normalizeLetters(text))).toBe(normalizeLetters(text));
    }),
  );
  expect(normalizeLetters('a b–c\ufffd д 漢')).toBe('a b–c\ufffd д 漢');
});

it('gives no more letters than there were', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(normalizeLetters(text).length).toBeLessThanOrEqual(text.length);
    }),
  );
  const long = '\u{fdfa}'.repeat(1_000);
  expect(normalizeLetters(long)).toBe(long);
});
