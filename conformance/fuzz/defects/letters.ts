/**
 * Characters by which a service may fail as one kind; `such` has examples, of which one other than the found
 * character is tried.
 */
export type CharacterKind = { readonly label: string; readonly pattern: RegExp; readonly examples: readonly string[] };

/** Wider kinds before narrower ones: a failure by every letter beyond ASCII is not told as one of Arabic. */
const kinds: readonly CharacterKind[] = [
  { label: 'a character beyond U+FFFF', pattern: /^[\u{10000}-\u{10ffff}]$/u, examples: ['👋', '𝒜'] },
  { label: 'an emoji', pattern: /^\p{Emoji_Presentation}$/u, examples: ['👋', '🎈'] },
  { label: 'a combining mark', pattern: /^\p{M}$/u, examples: ['\u0301', '\u0308'] },
  { label: 'a character of format', pattern: /^\p{Cf}$/u, examples: ['\u200d', '\u2060'] },
  { label: 'a blank that is not U+0020', pattern: /^(?! )\p{Zs}$/u, examples: ['\u00a0', '\u3000'] },
  { label: 'a line or paragraph separator', pattern: /^[\u2028\u2029]$/, examples: ['\u2028', '\u2029'] },
  { label: 'a letter beyond ASCII', pattern: /^(?![\0-\x7f])\p{L}$/u, examples: ['é', '漢'] },
  { label: 'a letter beyond Latin-1', pattern: /^(?![\0-\xff])\p{L}$/u, examples: ['ж', '漢'] },
  {
    label: 'a letter that is written from right to left',
    pattern: /^[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]$/,
    examples: ['ש', 'م'],
  },
  { label: 'a letter of Arabic', pattern: /^[\u0600-\u06ff]$/, examples: ['م', 'ا'] },
  { label: 'a letter of Hebrew', pattern: /^\p{Script=Hebrew}$/u, examples: ['ש', 'א'] },
  { label: 'a letter of Latin beyond ASCII', pattern: /^(?![\0-\x7f])\p{Script=Latin}$/u, examples: ['é', 'ß'] },
  { label: 'a letter of Greek', pattern: /^\p{Script=Greek}$/u, examples: ['λ', 'Ω'] },
  { label: 'a letter of Cyrillic', pattern: /^\p{Script=Cyrillic}$/u, examples: ['ж', 'Я'] },
  {
    label: 'a letter of Chinese, Japanese or Korean',
    pattern: /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u,
    examples: ['漢', 'か'],
  },
];

/**
 * The kinds of a character, the widest first, each with another character of that kind: a service that also fails by
 * it fails by the kind.
 */
export function characterKindsOf(
  letter: string,
): readonly { readonly kind: CharacterKind; readonly another: string }[] {
  return kinds.flatMap((kind) => {
    const another = kind.pattern.test(letter) ? kind.examples.find((each) => each !== letter) : undefined;
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
export function characterText(letter: string): string {
  const named = names[letter];
  if (named !== undefined) return named;
  if (/^[!-~]+$/.test(letter)) return JSON.stringify(letter);
  const code = `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(letter) ? `${code} "${letter}"` : code;
}

/** True of a text with characters that cannot be seen in print. */
export function hasInvisible(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(text);
}
