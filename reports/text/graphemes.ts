const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Longest letter in UTF-16 units: a longer one, such as a letter with a hundred marks above it, is cut. */
const longestLetter = 64;

/**
 * The first `most` UTF-16 units of a text at most. A letter as people read it, such as an emoji joined from several, is
 * kept whole or left out: half of it would look as if it had been sent or answered.
 */
export function leadingGraphemes(text: string, most: number): string {
  if (text.length <= most) return text;
  const from = Math.max(0, most - longestLetter);
  const letter = segmenter.segment(text.slice(from, most + longestLetter)).containing(most - from);
  if (letter !== undefined && letter.segment.length < longestLetter) return text.slice(0, from + letter.index);
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}

/** Splits a text into letters as people read them. */
export function graphemesOf(text: string): readonly string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
