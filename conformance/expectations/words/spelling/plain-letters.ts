/**
 * The letters of a text as its readers see them: in small, none in a special form, without the marks at them, and without
 * what is not shown, such as a soft hyphen within a long word.
 */
export function plainLetters(text: string): string {
  const small = text.toLowerCase();
  return isPlain.test(small)
    ? small
    : small
        .normalize('NFKD')
        .replaceAll(/[\p{M}\p{DI}]/gu, '')
        .toLowerCase();
}

const isPlain = /^[\0-\x7f]*$/;
