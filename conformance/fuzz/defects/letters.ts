/** Letters that a service may fail by as one kind; of each some that are told from the one that was found. */
const kinds: readonly { readonly says: string; readonly has: RegExp; readonly such: readonly string[] }[] = [
  { says: 'a character beyond U+FFFF', has: /^[\u{10000}-\u{10ffff}]$/u, such: ['👋', '𝒜'] },
  { says: 'a combining mark', has: /^\p{M}$/u, such: ['\u0301', '\u0308'] },
  { says: 'a character of format', has: /^\p{Cf}$/u, such: ['\u200d', '\u2060'] },
  { says: 'a blank that is not U+0020', has: /^(?! )\p{Zs}$/u, such: ['\u00a0', '\u3000'] },
  { says: 'a letter beyond ASCII', has: /^(?![\0-\x7f])\p{L}$/u, such: ['é', '漢'] },
];

/** Another letter of the same kind: a service that fails by it too fails by the kind. */
export function anotherLike(letter: string): string | undefined {
  return kindOf(letter)?.such.find((each) => each !== letter);
}

/** What the letters of its kind are called. */
export function kindText(letter: string): string {
  return kindOf(letter)?.says ?? letterText(letter);
}

export function isOfOneKind(one: string, other: string): boolean {
  return one === other || (kindOf(one) !== undefined && kindOf(one) === kindOf(other));
}

function kindOf(letter: string): (typeof kinds)[number] | undefined {
  return kinds.find(({ has }) => has.test(letter));
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

/** As a person can tell it from all others: `"x"`, `a tab`, `U+00E9 "é"`, `U+200B`. */
export function letterText(letter: string): string {
  const named = names[letter];
  if (named !== undefined) return named;
  if (/^[!-~]+$/.test(letter)) return JSON.stringify(letter);
  const code = `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(letter) ? `${code} "${letter}"` : code;
}

/** True of a text that looks like another one where it is printed. */
export function isUnseen(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(text);
}
