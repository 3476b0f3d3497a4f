/**
 * The text as its readers see it: in lower case, Latin letters in their basic form without diacritics, and without
 * invisible characters, such as a soft hyphen in a long word. It is never longer than the text: characters that stand
 * for several others, up to eighteen, stay as they are.
 */
export function normalizeLetters(text: string): string {
  const small = text.toLowerCase();
  if (isPlain.test(small)) return small;
  return small.replaceAll(unseen, '').replaceAll(special, plainLetter);
}

const isPlain = /^[\0-\x7f]*$/;
const unseen = /[\p{M}\p{DI}]+/gu;
/** A character that may be an ASCII letter or digit in another form, such as full width or bold. */
const special = /(?![\0-\x7f])[\p{Script=Latin}\p{Changes_When_NFKC_Casefolded}]/gu;

/** Cache by character. There are only some thousands. */
const known = new Map<string, string>();

function plainLetter(character: string): string {
  const found = known.get(character);
  if (found !== undefined) return found;
  const decomposed = character.normalize('NFKD').replaceAll(unseen, '').toLowerCase();
  const plain = decomposed.length === 1 && isPlain.test(decomposed) ? decomposed : character;
  known.set(character, plain);
  return plain;
}
