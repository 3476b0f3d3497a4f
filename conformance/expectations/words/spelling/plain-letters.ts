/**
 * The letters of a text as its readers see them: in small, Latin ones in no special form and without the marks at them, and
 * without what is not shown, such as a soft hyphen within a long word. It is never longer than the text was: some characters
 * stand for eighteen others, and those stay as they are.
 */
export function plainLetters(text: string): string {
  const small = text.toLowerCase();
  if (isPlain.test(small)) return small;
  return small.replaceAll(unseen, '').replaceAll(special, plainLetter);
}

const isPlain = /^[\0-\x7f]*$/;
const unseen = /[\p{M}\p{DI}]+/gu;
/** What may be a letter or digit of ASCII in another form, as in full width or bold. */
const special = /(?![\0-\x7f])[\p{Script=Latin}\p{Changes_When_NFKC_Casefolded}]/gu;

/** By characters: there are only some thousands of them. */
const known = new Map<string, string>();

function plainLetter(character: string): string {
  const found = known.get(character);
  if (found !== undefined) return found;
  const decomposed = character.normalize('NFKD').replaceAll(unseen, '').toLowerCase();
  const plain = decomposed.length === 1 && isPlain.test(decomposed) ? decomposed : character;
  known.set(character, plain);
  return plain;
}
