import type { Exchange } from '../../model/exchange.ts';
import { wordsPlantedIn } from './remembers.ts';
import { answerTexts } from './said.ts';

/** What stands between the first two words that a request planted; undefined where it planted fewer. */
export function plantedTextBetween(exchange: Exchange): string | undefined {
  return betweenIn(Buffer.from(exchange.request.body).toString('utf8'), wordsPlantedIn(exchange))[0];
}

/**
 * What an answer says between two words, by default the planted words of its own request, each time that it says both
 * on one line: only there are the letters surely those of the request. What else the answer says, for example from a
 * document that it cites, is up to the bot.
 */
export function answerTextsBetween(
  exchange: Exchange,
  words = wordsPlantedIn(exchange),
  longestCharacters = mostCharacters,
): readonly string[] {
  return answerTexts(exchange).flatMap((text) => betweenIn(text, words, longestCharacters));
}

/** Longest stretch, in characters, where no page was sent: longer stretches have other things in them. */
const mostCharacters = 300;

/** Planted words consist of letters (`nonceOf`), so they need no escaping in a pattern. */
function betweenIn(
  text: string,
  [before, after]: readonly string[],
  longestCharacters = mostCharacters,
): readonly string[] {
  if (before === undefined || after === undefined) return [];
  const stretch = new RegExp(`${before}((?:(?!${before}|["\\\\\\n])[^]){1,${longestCharacters}}?)${after}`, 'gi');
  return [...text.matchAll(stretch)].map(([, between = '']) => between);
}

/** Fewest question marks, and fewest blanks in a row, that show that letters were taken out between two words. */
const fewestMarks = 2;
const fewestBlanks = 3;

/** True where question marks or blanks replace the letters that were sent, as encoders for ASCII alone write them. */
export function areLettersReplaced(said: string, sent: string): boolean {
  const marks = said.split('?').length - 1;
  const hasNone = !/[^\0-\x7f]/.test(said);
  return (marks >= fewestMarks && !sent.includes('?')) || (hasNone && said.includes(' '.repeat(fewestBlanks)));
}
