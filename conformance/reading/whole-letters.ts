const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Of a letter that is longer, as with a hundred marks above it, what fits is shown. */
export const longestLetter = 64;

/**
 * The beginning of a text, at most so many UTF-16 units of it. What is read as one letter, such as an emoji that several are
 * joined to, is whole or left out: half of one would look as if that had been sent or answered.
 */
export function headOf(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most - lettersTornAt(text, most).before);
}

/** The same of its end. */
export function tailOf(text: string, most: number): string {
  const from = text.length - most;
  return from <= 0 ? text : text.slice(from + lettersTornAt(text, from).after);
}

/** What stands within so many units of a place, which is itself always shown. */
export function aroundPlace(text: string, at: number, most: number): string {
  return tailOf(text.slice(0, at), most) + headOf(text.slice(at), most);
}

/** How much of the letter that a cut at this place tears stands before it and after it; nothing where none is torn. */
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
