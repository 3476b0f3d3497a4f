const risky = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u200b\u2028\u2029\ufeff]/gu;

// Escapes, not the pictures of U+2400: many fonts have none for those.
const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0' };

/**
 * Text with every character that could move a cursor, recolour a terminal, reorder a line or hide, replaced by a
 * sign that shows it: evidence stays readable and cannot act. Characters of `kept` stay as they are.
 */
export function visible(text: string, kept = ''): string {
  return text.replace(risky, (character) => (kept.includes(character) ? character : signOf(character)));
}

function signOf(character: string): string {
  return short[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** At most `limit` UTF-16 units, with a word on how many are left out; no character is cut in half. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
  return `${head}… (${text.length - head.length} more characters)`;
}
