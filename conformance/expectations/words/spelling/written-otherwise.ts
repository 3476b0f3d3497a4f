/** The text in lower case and without blanks. */
export const withoutBlanks = (text: string): string => text.replaceAll(/\s/g, '').toLowerCase();

/**
 * True where all words of the message stand in one reading, each once and in order, and between any two of them more
 * than the message has there: marks of a layout, such as one for each blank. A piece that is lost, comes twice or comes
 * too soon leaves no such marks between the others.
 */
export function isWrittenOtherwise({
  message,
  readings,
}: {
  readonly message: string;
  readonly readings: readonly string[];
}): boolean {
  const [first = '', ...words] = message.toLowerCase().match(/\w+/g) ?? [];
  const gaps = message.split(/\w+/).slice(1, -1);
  const goesOn = (text: string, from: number): boolean => {
    let end = from + first.length;
    return words.every((word, place) => {
      const at = text.indexOf(word, end);
      const gap = withoutBlanks(text.slice(end, at));
      end = at + word.length;
      const isMarked = gap.length > withoutBlanks(gaps[place] ?? '').length && !marksOfJson.test(gap);
      return at >= 0 && gap.length <= longestMarks && isMarked;
    });
  };
  return (
    words.length >= fewestGaps &&
    readings.some((reading) => {
      const text = reading.toLowerCase();
      return [...text.matchAll(new RegExp(first, 'g'))].some(({ index }) => goesOn(text, index));
    })
  );
}

/** Texts within JSON events are read as JSON, so JSON punctuation is no mark of a layout. */
const marksOfJson = /["{}]/;
/** Least number of gaps: between fewer words the marks may stand by chance. */
const fewestGaps = 3;
const longestMarks = 60;
