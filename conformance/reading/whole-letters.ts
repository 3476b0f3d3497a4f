const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Longest letter that is kept whole, in UTF-16 units; of a longer one, such as with a hundred marks, as much is shown
 * as fits.
 */
export const longestLetter = 64;

/**
 * The beginning of a text, at most `most` UTF-16 units. A letter, such as an emoji of several joined ones, is whole or
 * left out: half of it would look as if it had been sent or answered that way.
 */
export function headOf(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most - lettersTornAt(text, most).before);
}

/** The same for the end of the text. */
export function tailOf(text: string, most: number): string {
  const from = text.length - most;
  return from <= 0 ? text : text.slice(from + lettersTornAt(text, from).after);
}

/** The text within `most` units of a place, which itself is always shown. */
export function aroundPlace(text: string, at: number, most: number): string {
  return tailOf(text.slice(0, at), most) + headOf(text.slice(at), most);
}

/** How much of the letter that is cut at this place stands before and after it; 0 where none is cut. */
function lettersTornAt(text: string, at: number): { readonly before: number; readonly after: number } {
  const from = Math.max(0, at - longestLetter);
  const window = text.slice(from, at + longestLetter);
  const letter = letters.segment(window).containing(at - from);
  const before = letter === undefined ? 0 : at - from - letter.index;
  if (letter === undefined || before === 0) return { before: 0, after: 0 };
  const after = letter.segment.length - before;
  if (before + after < longestLetter) return { before, after };
  const isPair = /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at - 1, at + 1));
  return isPair ? { before: 1, after: 1 } : { before: 0, after: 0 };
}
