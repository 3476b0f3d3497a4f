import { askWords, conversation } from '../conversation.ts';
import type { Expectation, Exchanges } from '../../model/check.ts';
import type { Probe, Step } from '../../model/probe.ts';
import {
  questionsIn,
  isForgotten,
  wordsRecalledIn,
  remembersEachWord,
  remembersItsWord,
  retryCount,
  wordsPlantedIn,
} from '../../expectations/words/remembers.ts';
import { withoutControls } from '../../expectations/words/declined/controls.ts';
import { messageText } from '../../expectations/words/declined/may-have-declined.ts';
import { lettersOf, mayHaveMaxLength } from '../../expectations/words/memory/cut-short.ts';
import { anyRecalls } from '../../expectations/words/memory/unless-declined.ts';
import { answerTexts } from '../../expectations/words/said.ts';
import * as turns from './turns.ts';
import { withControls } from './with-controls.ts';

const told = conversation(turns.plantLongTurn, turns.questionTurn);

const asked: Probe = {
  ...told,
  name: `${told.name}, with the question again where a word lacks`,
  costs: { chats: told.steps.length + retryCount, speeches: 0 },
  steps: [
    ...told.steps,
    ...Array.from(
      { length: retryCount },
      (): Step => (known) => (isForgotten(known.seen) || lacksOneOfSeveral(known.seen) ? askWords(known) : []),
    ),
  ],
};

/** Two words before the first mark of a long message, and one at its end. */
export const plantedInLongMessage = withControls(asked, remembersItsWord, anyRecalls);

/** True where the bot says two of the words and never another of them. */
function lacksOneOfSeveral(seen: Exchanges): boolean {
  const judgement = remembersEachWord(withoutControls(seen));
  return Array.isArray(judgement) && judgement.length > 0;
}

/**
 * Fewest answers without a word: a single one may be chance. A control shows no more, since an answer that says two
 * words does not decline.
 */
const fewestAnswers = 2;

/** Marks of a shortened quotation; the message itself contains none. */
const shortened = /…|\.\.\./g;
/**
 * Number of letters right before the mark that must be of the message: otherwise the mark ends something else, such as
 * a pause or a citation.
 */
const lettersBefore = 10;
/**
 * Number of characters in which those letters are searched for: marks, and what JSON escapes, may stand between them.
 */
const farthestBefore = 30;

/**
 * All words of the message are said, by a bot that says two of them, in two answers. A bot that quotes the message may
 * leave the rest out.
 */
export function recallsLongMessage(all: Exchanges): ReturnType<Expectation> {
  const seen = withoutControls(all);
  const judgement = remembersEachWord(seen);
  if (judgement instanceof Promise || 'inconclusive' in judgement || judgement.length === 0) return judgement;
  const tellings = seen.filter((exchange) => wordsPlantedIn(exchange).length > 0);
  const messages = tellings.map(messageText);
  const message = lettersOf(messages.join(' '));
  if (questionsIn(seen).some((exchange) => answerTexts(exchange).some((text) => isShortened(text, message))))
    return {
      inconclusive: 'the bot shortens what it repeats, so how much of the message it remembers cannot be told',
      isUnspecified: true,
    };
  const several = questionsIn(seen).filter((exchange) => wordsRecalledIn(seen, exchange).length > 1);
  const words = tellings.flatMap(wordsPlantedIn);
  if (several.every((exchange) => mayHaveMaxLength(exchange, words, messages, seen)))
    return {
      inconclusive:
        'the replies that say several words may end where replies have to end: how long they may be is not specified',
      isUnspecified: true,
    };
  if (several.length >= fewestAnswers) return judgement;
  return {
    inconclusive:
      'the bot said several of the words in one answer only, and may have left the others out; name a bot that answers with --bot',
  };
}

function isShortened(text: string, message: string): boolean {
  for (const { index } of text.matchAll(shortened)) {
    const before = lettersOf(text.slice(Math.max(0, index - farthestBefore), index)).slice(-lettersBefore);
    if (before.length === lettersBefore && message.includes(before)) return true;
  }
  return false;
}
