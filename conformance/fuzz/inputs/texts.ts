import type { Arbitrary } from 'fast-check';
import type { FastCheck } from '../../model/fast-check.ts';

/** Texts that programs often handle wrongly, by kind; all are valid in XML and I-JSON. */
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

/** Whole texts that software may take for a number, a JSON value, a command or the end of a stream. */
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

/** The pieces of all kinds. */
export const textPieces: readonly string[] = Object.values(pieces).flat();

/** Powers of two: buffers and columns often end there. */
const powers = Array.from({ length: 8 }, (_, at) => 2 ** (at + 5));

/** Longest of the arbitrary lengths: mistakes rarely depend on others, and long texts take time. */
const mostlyAtMost = 12;

/** Longest text in UTF-16 code units. */
export type TextOptions = {
  readonly longestText: number;
  /** Longest `instructions`, where that is less: some services accept no more than a sentence. */
  readonly longestGuidance?: number;
  /** Most turns of a conversation, where not the usual number. */
  readonly mostTurns?: number;
};

/**
 * Well-formed texts with at least one letter, as a text of blanks or marks alone may be refused as empty. They are filled
 * up with letters, so that shrinking their content does not change their length.
 */
export function texts(fc: FastCheck, { longestText }: TextOptions): Arbitrary<string> {
  const piece = fc.oneof(
    ...Object.values(pieces).map((some) => fc.constantFrom(...some)),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }).map(writable),
    // Not fast-check's own strings: their table of all code points takes 110 MB and a second.
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
 * Without characters that a service may refuse: control characters other than tab, LF and CR, which XML and SSML cannot
 * hold or discourage (XML 1.0 2.2), noncharacters, which are no I-JSON (RFC 7493 2.1), and direction overrides and byte
 * order marks, which filters refuse because they hide text.
 */
function writable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n\r]|\p{Noncharacter_Code_Point}|[\u202a-\u202e\u2066-\u2069\ufeff]/gu, '');
}

/** Code points other than surrogates. */
function codePoints(fc: FastCheck): Arbitrary<number> {
  return fc.oneof(fc.integer({ min: 1, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }));
}
