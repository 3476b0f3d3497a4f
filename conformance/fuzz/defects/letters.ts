/**
 * Characters by which a service may fail as one kind; `such` has examples, of which one other than the found
 * character is tried.
 */
export type LetterKind = { readonly says: string; readonly has: RegExp; readonly such: readonly string[] };

/** Wider kinds before narrower ones: a failure by every letter beyond ASCII is not told as one of Arabic. */
const kinds: readonly LetterKind[] = [
  { says: 'a character beyond U+FFFF', has: /^[\u{10000}-\u{10ffff}]$/u, such: ['👋', '𝒜'] },
  { says: 'an emoji', has: /^\p{Emoji_Presentation}$/u, such: ['👋', '🎈'] },
  { says: 'a combining mark', has: /^\p{M}$/u, such: ['\u0301', '\u0308'] },
  { says: 'a character of format', has: /^\p{Cf}$/u, such: ['\u200d', '\u2060'] },
  { says: 'a blank that is not U+0020', has: /^(?! )\p{Zs}$/u, such: ['\u00a0', '\u3000'] },
  { says: 'a line or paragraph separator', has: /^[\u2028\u2029]$/, such: ['\u2028', '\u2029'] },
  { says: 'a letter beyond ASCII', has: /^(?![\0-\x7f])\p{L}$/u, such: ['é', '漢'] },
  { says: 'a letter beyond Latin-1', has: /^(?![\0-\xff])\p{L}$/u, such: ['ж', '漢'] },
  {
    says: 'a letter that is written from right to left',
    has: /^[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]$/,
    such: ['ש', 'م'],
  },
  { says: 'a letter of Arabic', has: /^[\u0600-\u06ff]$/, such: ['م', 'ا'] },
  { says: 'a letter of Hebrew', has: /^\p{Script=Hebrew}$/u, such: ['ש', 'א'] },
  { says: 'a letter of Latin beyond ASCII', has: /^(?![\0-\x7f])\p{Script=Latin}$/u, such: ['é', 'ß'] },
  { says: 'a letter of Greek', has: /^\p{Script=Greek}$/u, such: ['λ', 'Ω'] },
  { says: 'a letter of Cyrillic', has: /^\p{Script=Cyrillic}$/u, such: ['ж', 'Я'] },
  {
    says: 'a letter of Chinese, Japanese or Korean',
    has: /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u,
    such: ['漢', 'か'],
  },
];

/**
 * The kinds of a character, the widest first, each with another character of that kind: a service that also fails by
 * it fails by the kind.
 */
export function kindsOf(letter: string): readonly { readonly kind: LetterKind; readonly another: string }[] {
  return kinds.flatMap((kind) => {
    const another = kind.has.test(letter) ? kind.such.find((each) => each !== letter) : undefined;
    return another === undefined ? [] : [{ kind, another }];
  });
}

const names: Readonly<Record<string, string>> = {
  ' ': 'a blank',
  '\n': 'a line feed',
  '\r': 'a carriage return',
  '\t': 'a tab',
  '\r\n': 'a line end (CR LF)',
  '\u00a0': 'U+00A0 (no-break space)',
  '\u200d': 'U+200D (zero width joiner)',
  '\ufeff': 'U+FEFF (byte order mark)',
};

/** A character in words that tell it from all others: `"x"`, `a tab`, `U+00E9 "é"`, `U+200B`. */
export function letterText(letter: string): string {
  const named = names[letter];
  if (named !== undefined) return named;
  if (/^[!-~]+$/.test(letter)) return JSON.stringify(letter);
  const code = `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(letter) ? `${code} "${letter}"` : code;
}

/** True of a text with characters that cannot be seen in print. */
export function isUnseen(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(text);
}
