import type { Expectation, Judgement, Mismatch } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { isMisreadText } from './misreads-no-letters.ts';
import { wordsPlantedIn } from './remembers.ts';
import { hasReplacementCharacter } from './tears-no-character.ts';
import { answerTexts } from './said.ts';
import { areLettersReplaced, plantedTextBetween, answerTextsBetween } from './said-between.ts';

/**
 * Letters that stood between two planted words, and that the bot repeated rightly in the same turn, are not mangled
 * where it says them in a later turn of the conversation (2.2: that continues it). What it repeats, and in which words,
 * is up to the bot: a line without its letters, or a line that is never repeated, shows nothing.
 */
export const recallsLetters: Expectation = (seen) => {
  const asked = seen.at(-1);
  const told = seen.filter((exchange) => wordsPlantedIn(exchange).length > 1);
  if (asked === undefined || told.length === 0) return { inconclusive: 'the bot was told nothing to remember' };
  const judged = told.filter((each) => answerTextsBetween(each).some((said) => hasLettersOf(said, sentIn(each))));
  const wrong = judged.flatMap((each) => mangledIn(asked, each));
  if (wrong.length > 0) return wrong;
  return judged.some((each) => isRecalled(asked, each)) ? [] : open;
};

const open: Judgement = {
  inconclusive: 'the bot did not repeat the letters that it was told; name a bot that remembers with --bot',
  isUnspecified: true,
};

const sentIn = (told: Exchange): string => plantedTextBetween(told) ?? '';

function isRecalled(asked: Exchange, told: Exchange): boolean {
  return stretchesIn(asked, told).some((said) => hasLettersOf(said, sentIn(told)));
}

function mangledIn(asked: Exchange, told: Exchange): readonly Mismatch[] {
  const sent = sentIn(told);
  if (isRecalled(asked, told)) return [];
  const mangled = stretchesIn(asked, told).find((said) => isMangled(said, sent)) ?? cutIn(asked, told);
  if (mangled === undefined) return [];
  const expected = `${JSON.stringify(sent.trim())}, as it was told in ${told.id} and repeated there`;
  const observed = `${JSON.stringify(mangled)} in ${asked.id}`;
  return [{ subject: 'memory', expected, observed, exchange: asked.id, restsOn: [told.id] }];
}

function stretchesIn(asked: Exchange, told: Exchange): readonly string[] {
  return answerTextsBetween(asked, wordsPlantedIn(told));
}

function isMangled(said: string, sent: string): boolean {
  return hasReplacementCharacter(said) || isMisreadText(said, sent) || areLettersReplaced(said, sent);
}

/**
 * What the answer says of the line up to where it differs, where it breaks off among the letters and says the word
 * after them nowhere. Undefined where all letters follow: then only that word was said otherwise, as by a bot that
 * misspells. Undefined where the reply ends with it: then the length of the reply may be limited (8.2 shows no size),
 * and not the memory.
 */
function cutIn(asked: Exchange, told: Exchange): string | undefined {
  const [before = '', after = ''] = wordsPlantedIn(told);
  const sent = sentIn(told);
  const texts = answerTexts(asked);
  if (texts.some((text) => text.toLowerCase().includes(after))) return undefined;
  const begun = before + sent.slice(0, sent.search(/[^\0-\x7f]/) + 1);
  const line = before + sent + after;
  const lines = texts.filter((text) => text.includes(begun)).map((text) => text.slice(text.lastIndexOf(begun)));
  const isEnd = (said: string): boolean => line.startsWith(said.replace(/[\s"'\]}.…]*$/, ''));
  if (texts.some((text) => text.includes((before + sent).trimEnd())) || lines.some(isEnd)) return undefined;
  const [cut] = lines;
  return cut === undefined ? undefined : `${beginningInCommon(cut, line)}…`;
}

function beginningInCommon(said: string, line: string): string {
  const letters = Array.from(line);
  const spoken = Array.from(said);
  const differs = letters.findIndex((letter, at) => letter !== spoken[at]);
  return letters.slice(0, differs).join('').trimEnd();
}

function hasLettersOf(said: string, sent: string): boolean {
  return (sent.match(/[^\0-\x7f]/gu) ?? []).every((letter) => said.normalize().includes(letter));
}
