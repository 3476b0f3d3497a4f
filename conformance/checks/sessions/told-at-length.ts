import { askOn, conversation } from '../conversation.ts';
import type { Expectation, Seen } from '../../model/check.ts';
import type { Probe, Step } from '../../model/probe.ts';
import {
  asksIn,
  isForgotten,
  knownIn,
  remembersEachWord,
  remembersItsWord,
  timesAgain,
  wordsPlantedIn,
} from '../../expectations/words/remembers.ts';
import { withoutControls } from '../../expectations/words/declined/controls.ts';
import { messageIn } from '../../expectations/words/declined/now-and-then.ts';
import { lettersOf, mayBeNoLonger } from '../../expectations/words/memory/cut-short.ts';
import { inSome } from '../../expectations/words/memory/unless-declined.ts';
import { textsSaid } from '../../expectations/words/said.ts';
import * as turns from './turns.ts';
import { withControls } from './with-controls.ts';

const told = conversation(turns.tellAtLength, turns.askOn);

const asked: Probe = {
  ...told,
  name: `${told.name}, with the question again where a word lacks`,
  costs: { chats: told.steps.length + timesAgain, speeches: 0 },
  steps: [
    ...told.steps,
    ...Array.from(
      { length: timesAgain },
      (): Step => (known) => (isForgotten(known.seen) || lacksOneOfSeveral(known.seen) ? askOn(known) : []),
    ),
  ],
};

/** Two words before the first mark of a long message, and one at its end. */
export const toldAtLength = withControls(asked, remembersItsWord, inSome);

/** True where the bot says two of the words and never another of them. */
function lacksOneOfSeveral(seen: Seen): boolean {
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
export function knowsTheEnd(all: Seen): ReturnType<Expectation> {
  const seen = withoutControls(all);
  const judgement = remembersEachWord(seen);
  if (judgement instanceof Promise || 'inconclusive' in judgement || judgement.length === 0) return judgement;
  const tellings = seen.filter((exchange) => wordsPlantedIn(exchange).length > 0);
  const messages = tellings.map(messageIn);
  const message = lettersOf(messages.join(' '));
  if (asksIn(seen).some((exchange) => textsSaid(exchange).some((text) => isShortened(text, message))))
    return {
      inconclusive: 'the bot shortens what it repeats, so how much of the message it remembers cannot be told',
      isUnspecified: true,
    };
  const several = asksIn(seen).filter((exchange) => knownIn(seen, exchange).length > 1);
  const words = tellings.flatMap(wordsPlantedIn);
  if (several.every((exchange) => mayBeNoLonger(exchange, words, messages, seen)))
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
