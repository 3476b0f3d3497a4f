import type { Mismatch, Exchanges } from '../../../model/check.ts';
import { isAccepted, type Exchange } from '../../../model/exchange.ts';
import { isControl, type Judge } from '../declined/controls.ts';
import { noMemoryShown } from '../../no-memory.ts';
import { describeMissingWord, wordsPlantedIn } from '../remembers.ts';
import { recallsWord } from '../said.ts';

/** A word that was told, the question for it right after the answer to that turn, and the same question again later. */
type Round = { readonly told: Exchange; readonly word: string; readonly asks: Exchanges };

function roundsIn(seen: Exchanges): readonly Round[] {
  return seen.flatMap((told, at): readonly Round[] => {
    const [word] = wordsPlantedIn(told);
    if (word === undefined || !isAccepted(told)) return [];
    const behind = seen.slice(at + 1);
    const next = behind.findIndex((turn) => wordsPlantedIn(turn).length > 0);
    return [{ told, word, asks: next === -1 ? behind : behind.slice(0, next) }];
  });
}

const isPaused = ({ asks: [first] }: Round): boolean => first !== undefined && isControl(first);
const knows =
  (word: string) =>
  (asked: Exchange): boolean =>
    recallsWord(asked, word);

/** True where the answer to the question right after the turn lacks the word, and a later answer has it. */
function isLate({ word, asks: [first, ...later] }: Round): boolean {
  return first !== undefined && isAccepted(first) && !recallsWord(first, word) && later.some(knows(word));
}

const unpausedRoundsIn = (seen: Exchanges): readonly Round[] => roundsIn(seen).filter((round) => !isPaused(round));

/**
 * Number of rounds without a late word after which no further word is told. A bot that never says a word is not asked
 * further either.
 */
const leastRounds = 2;
/** Most late rounds that do not count: a bot that declines now and then is late less often, and also after a pause. */
const mostLate = 2;
export const maxRounds = 4;

/** True where it is worth telling another word. */
export function needsAnotherRound(seen: Exchanges): boolean {
  const rounds = unpausedRoundsIn(seen);
  if (rounds.some(({ word, asks }) => !asks.some(knows(word)))) return false;
  return rounds.length < (rounds.some(isLate) ? maxRounds : leastRounds);
}

/** True where the last word was asked for once, and not said. */
export function needsRepeatedQuestion(seen: Exchanges): boolean {
  const last = unpausedRoundsIn(seen).at(-1);
  return last !== undefined && last.asks.length === 1 && !last.asks.some(knows(last.word));
}

/**
 * True where enough rounds are late to make it worth asking whether the bot knows a word in the next turn after a
 * pause.
 */
export function isMostlyLate(seen: Exchanges): boolean {
  return unpausedRoundsIn(seen).filter(isLate).length > mostLate;
}

/**
 * The next request continues the conversation (2.2, 2.3), however soon it follows the answer: a service that answers
 * before it has stored a turn does not know that turn. Fails only for a bot that knows the word of the turn before
 * after a pause.
 */
export const recallsPreviousTurn: Judge = (seen) => {
  const rounds = unpausedRoundsIn(seen);
  if (!rounds.some(({ word, asks }) => asks.some(knows(word)))) return noMemoryShown;
  const late = rounds.filter(isLate);
  if (late.length <= mostLate) return [];
  const paused = roundsIn(seen).find(isPaused);
  if (paused?.asks[0] === undefined || !recallsWord(paused.asks[0], paused.word))
    return {
      inconclusive:
        'the bot knew words of the turn before in no next turn, soon or later: it may not look at that turn; name another one with --bot',
    };
  return late.flatMap(mismatchIn);
};

function mismatchIn({ told, word, asks: [first, ...later] }: Round): readonly Mismatch[] {
  const knowing = later.find(knows(word));
  if (first === undefined || knowing === undefined) return [];
  const expected = `the word ${word}, told in the turn right before, which ${knowing.id} knew later`;
  return [{ subject: 'memory', expected, ...describeMissingWord(first), restsOn: [told.id, knowing.id] }];
}
