import type { Exchange } from '../../model/exchange.ts';
import { wordsPlantedIn } from './remembers.ts';
import { textsSaid } from './said.ts';

/** What stands between the first two words that a request planted; undefined where it planted fewer. */
export function plantedBetween(exchange: Exchange): string | undefined {
  return betweenIn(Buffer.from(exchange.request.body).toString('utf8'), wordsPlantedIn(exchange))[0];
}

/**
 * What an answer says between these words, those of its own request where no others are given, each time that it repeats both on one line: only there are the letters surely
 * those of the request. What else it says, of a document that it cites for example, is its own affair.
 */
export function saidBetween(
  exchange: Exchange,
  words = wordsPlantedIn(exchange),
  longestCharacters = mostCharacters,
): readonly string[] {
  return textsSaid(exchange).flatMap((text) => betweenIn(text, words, longestCharacters));
}

/** Longer stretches have other things in them, where no page was sent. */
const mostCharacters = 300;

/** Letters of words are planted words' own (`nonceOf`), so none of them means anything in a pattern. */
function betweenIn(
  text: string,
  [before, after]: readonly string[],
  longestCharacters = mostCharacters,
): readonly string[] {
  if (before === undefined || after === undefined) return [];
  const stretch = new RegExp(`${before}((?:(?!${before}|["\\\\\\n])[^]){1,${longestCharacters}}?)${after}`, 'gi');
  return [...text.matchAll(stretch)].map(([, between = '']) => between);
}

/** So many question marks, or blanks in a row, stand between two words where letters were taken out of there. */
const fewestMarks = 2;
const fewestBlanks = 3;

/** True where marks or blanks stand in the place of letters that were sent, as encoders leave them that know no other than ASCII. */
export function lettersAreGone(said: string, sent: string): boolean {
  const marks = said.split('?').length - 1;
  const hasNone = !/[^\0-\x7f]/.test(said);
  return (marks >= fewestMarks && !sent.includes('?')) || (hasNone && said.includes(' '.repeat(fewestBlanks)));
}
