const acting = String.raw`\p{Cc}\p{Cs}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u2028\u2029`;
// Joiners and variation selectors are part of how scripts and emoji are written: these alone may stay unseen.
const unseen = String.raw`[\p{Default_Ignorable_Code_Point}--[\u034f\u180b-\u180f\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}]]`;
const risky = new RegExp(`[${acting}${unseen}]`, 'gv');

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

/**
 * The same JSON with those characters as escapes of JSON's own: what reads it gets what was there. Also fits the
 * double quotes of YAML.
 */
export function visibleJson(json: string): string {
  return json.replace(risky, (character) => (character === '\n' ? character : unitsOf(character)));
}

function unitsOf(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/**
 * At most `limit` UTF-16 units, with a word on how many are left out, or all where that word would be longer; no character is
 * cut in half. Of what is cut already nobody knows here how many there were.
 */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit + leastLeftOut) return text;
  const head = text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
  const left = text.slice(head.length);
  return left.includes('…') ? `${head}…` : `${head}… (${left.length} more characters)`;
}

const leastLeftOut = '… (9 more characters)'.length;

/**
 * The same of what many answers showed, `no reply (9 of 370 answers, all 9 of them to streams)`: `which` of them did, in the
 * brackets at its end, is what shows the defect, and is never cut, so that a little more than `limit` may be left.
 */
export function shortenedBeforeWhich(text: string, which: string | undefined, limit: number): string {
  if (which === undefined || text.length <= limit) return text;
  const end = ` (${which})`;
  const seen = text.slice(0, -end.length);
  const room = Math.max(leastBeforeWhich, limit - end.length - 1);
  return seen.length <= room ? text : `${seen.slice(0, room).replace(/[\ud800-\udbff]$/, '')}…${end}`;
}

const leastBeforeWhich = 40;
