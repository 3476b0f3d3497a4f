const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Of a letter that is longer, as with a hundred marks above it, what fits is shown. */
const longestLetter = 64;

/**
 * The beginning of a text, at most so many UTF-16 units of it. What is read as one letter, such as an emoji that several are
 * joined to, is whole or left out: half of one would look as if that had been sent or answered.
 */
export function headOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const from = Math.max(0, most - longestLetter);
  const letter = segmenter.segment(text.slice(from, most + longestLetter)).containing(most - from);
  if (letter !== undefined && letter.segment.length < longestLetter) return text.slice(0, from + letter.index);
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}

/** A text in the letters that are read. */
export function lettersOf(text: string): readonly string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
