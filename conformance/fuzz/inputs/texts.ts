import type { Arbitrary } from 'fast-check';
import type { FastCheck } from '../../model/fast-check.ts';

/** What programs trip over, by what it is; each is a text of characters that XML and I-JSON can hold. */
const pieces = {
  combining: ['e\u0301', 'क्षि', 'a\u0300\u0301\u0302', '\u1100\u1161\u11a8'],
  bidi: ['\u200f', 'שלום', 'مرحبا'],
  joiners: ['\u200d', '\u200c', '👩‍👩‍👧', '\u2060'],
  'four bytes': ['👋', '👋🏽', '𝒳', '🇩🇪', '\u{10fffd}', '\u{20000}'],
  lines: ['\n', '\r\n', '\r', '\t', '\u2028', '\u2029', '\u00a0'],
  quotes: ['"', "'", '\\', '`', '\\"', '\\n', '\\u0041', "''", '\u201c'],
  formats: ['%', '%s', '%n', '%41', '{0}', '{{x}}', '${x}', '$1', '#{x}', '&amp;'],
  markup: ['<', '&', '>', '</p>', '<!--', ']]>', '/', '//', '+', ';', '|', '='],
  'event streams': ['data: a', '\n\n', 'event: a\n', '[DONE]'],
  tags: ['\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}'],
  'odd points': ['\ufffd', '\ud7ff', '\ue000', 'ß', 'İ', 'ı', 'ﬁ', '٣', '\u00ad'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Whole texts that something takes for more than a text: a number, a value of JSON, a command, the end of a stream. */
export const textWords: readonly string[] = [
  '42',
  '0',
  '3.14',
  'null',
  'true',
  'NaN',
  '/help',
  '[DONE]',
  '{"a":1}',
  Array(65).fill('a').join(' '),
];

/** All of them, of whatever kind. */
export const textPieces: readonly string[] = Object.values(pieces).flat();

/** Lengths at powers of two and around them: buffers, columns and loops end there. */
const powers = Array.from({ length: 8 }, (_, at) => 2 ** (at + 5));

/** Lengths between are rarely of interest, and long ones cost time. */
const mostlyAtMost = 12;

/** As many UTF-16 code units at the most; 4,096 where nobody says otherwise. */
export type TextOptions = {
  readonly longestText: number;
  /** Of instructions, where it is less: some services take no more of them than a sentence. */
  readonly longestGuidance?: number;
  /** Turns of a conversation, where there may be more than the usual few. */
  readonly mostTurns?: number;
};

/**
 * Well-formed texts with at least one letter: whether a text of blanks or marks alone says anything is another question.
 * They are filled up with letters to their length, so that shrinking what stands in them leaves their length alone.
 */
export function texts(fc: FastCheck, { longestText }: TextOptions): Arbitrary<string> {
  const piece = fc.oneof(
    ...Object.values(pieces).map((some) => fc.constantFrom(...some)),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }).map(writable),
    // fast-check's own strings of any code point keep a table of all of them: 110 MB, and a second to make.
    fc.array(codePoints(fc), { minLength: 1, maxLength: 3 }).map((points) => writable(String.fromCodePoint(...points))),
  );
  const made = fc
    .record({
      inside: fc.array(piece, { maxLength: 3, size: 'max' }),
      length: lengths(fc, longestText),
      at: fc.constantFrom('end', 'start', 'middle'),
    })
    .map(({ inside, length, at }) => filled(inside.join(''), length, at));
  const whole = fc.constantFrom(...textWords.filter(({ length }) => length <= longestText));
  return fc.oneof({ withCrossShrink: true }, { weight: 14, arbitrary: made }, { weight: 1, arbitrary: whole });
}

function lengths(fc: FastCheck, longest: number): Arbitrary<number> {
  const some = powers
    .flatMap((power) => [power - 1, power, power + 1])
    .filter((length) => length <= Math.min(longest, 4096));
  const short = fc.integer({ min: 1, max: Math.min(mostlyAtMost, longest) });
  return some.length === 0
    ? short
    : fc.oneof(
        { withCrossShrink: true },
        { weight: 3, arbitrary: short },
        { weight: 2, arbitrary: fc.constantFrom(...some) },
      );
}

function filled(inside: string, length: number, at: 'end' | 'start' | 'middle'): string {
  const letters = Math.max(1, length - inside.length);
  const before = at === 'end' ? letters : at === 'start' ? 0 : letters >> 1;
  return 'a'.repeat(before) + inside + 'a'.repeat(letters - before);
}

/**
 * Without what is an open question of its own: control characters but tab, LF and CR, which neither XML nor SSML holds,
 * those behind ASCII, which XML discourages, and noncharacters, which are no I-JSON (XML 1.0 2.2, RFC 7493 2.1); and what
 * turns the direction of letters round or begins a file, which filters refuse, as it hides what a text says.
 */
function writable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n\r]|\p{Noncharacter_Code_Point}|[\u202a-\u202e\u2066-\u2069\ufeff]/gu, '');
}

/** Any but the halves of surrogate pairs. */
function codePoints(fc: FastCheck): Arbitrary<number> {
  return fc.oneof(fc.integer({ min: 1, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }));
}
