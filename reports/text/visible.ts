import { leadingGraphemes } from './graphemes.ts';

const acting = String.raw`\p{Cc}\p{Cs}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u2028\u2029`;
const joining = String.raw`\u034f\u180b-\u180f\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}`;
const unseen = String.raw`[\p{Default_Ignorable_Code_Point}--[${joining}]]`;
// Joiners and variation selectors belong to the spelling of some scripts and emoji: only there may they stay invisible.
const scripts = [
  'Arab',
  'Beng',
  'Deva',
  'Gujr',
  'Guru',
  'Khmr',
  'Knda',
  'Mlym',
  'Mong',
  'Mymr',
  'Nkoo',
  'Orya',
  'Sinh',
  'Syrc',
  'Taml',
  'Telu',
  'Tibt',
];
const joined = scripts.map((script) => `\\p{scx=${script}}`).join('');
const misplaced = [
  String.raw`\u200d(?<!(?:[${joined}]|\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d)`,
  String.raw`\u200d(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?\u200d)(?!\p{Extended_Pictographic})`,
  String.raw`\u200c(?<![${joined}]\u200c)`,
  String.raw`[\ufe0e\ufe0f](?<!(?:\p{Extended_Pictographic}|[#*0-9])[\ufe0e\ufe0f])`,
  String.raw`[\ufe00-\ufe0d\u{e0100}-\u{e01ef}](?<![\p{scx=Han}\p{scx=Mymr}\p{scx=Phag}\p{Sm}].)`,
  String.raw`[\u180b-\u180f](?<!\p{scx=Mong}.)`,
  String.raw`\u034f(?<!\p{M}.)`,
];
const risky = new RegExp(`[${acting}${unseen}]|${misplaced.join('|')}`, 'gv');

// Uses escapes and not the control pictures of U+2400, which many fonts lack.
const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0' };

/**
 * Replaces every character that could move a cursor, recolour a terminal, reorder a line or hide, by a visible sign:
 * evidence stays readable and cannot act. Characters of `kept` stay unchanged.
 */
export function escapeControls(text: string, kept = ''): string {
  return text.replace(risky, (character) => (kept.includes(character) ? character : signOf(character)));
}

function signOf(character: string): string {
  return short[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/**
 * JSON with those characters as JSON escapes: a parser gets the original values. Also fits the double quotes of YAML.
 */
export function escapeControlsInJson(json: string): string {
  return json.replace(risky, (character) => (character === '\n' ? character : unitsOf(character)));
}

function unitsOf(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/**
 * At most `limit` UTF-16 units and a note on how many are left out, or the whole text where that note would be longer.
 * No character is cut in half. For text that was cut before, the original length is unknown here.
 */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit + leastLeftOut) return text;
  const head = leadingGraphemes(text, limit);
  const left = text.slice(head.length);
  return left.includes('…') ? `${head}…` : `${head}… (${left.length} more characters)`;
}

const leastLeftOut = '… (9 more characters)'.length;

/**
 * Shortens what was seen to `limit` characters in a text such as `no reply (9 of 370 answers, all 9 of them to
 * streams)`. `which`, in the brackets at its end, identifies the defect: it is never cut, and takes no room from what
 * was seen, whose end may say where in the answer the defect is.
 */
export function truncateKeepingDefect(text: string, which: string | undefined, limit: number): string {
  if (which === undefined) return text;
  const end = ` (${which})`;
  const seen = text.slice(0, -end.length);
  return seen.length <= limit ? text : `${leadingGraphemes(seen, limit)}…${end}`;
}

/** A curl line that can be pasted: a line break inside its quotes is part of what it sends. */
export function escapeShellLine(line: string): string {
  return escapeControls(line, '\n\t');
}
