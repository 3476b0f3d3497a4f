import type { Expectation } from '../../model/check.ts';
import { shownBy } from '../on-answer.ts';
import { showedNoMemory } from '../no-memory.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { recalls } from '../words/said.ts';
import { askedIn, firstOf, isPlain, sessionsIn, type Asked, type Session } from './sessions-in.ts';
import { messageIn } from './told-in-run.ts';

/** A bot that forgets nothing, and declines as often as it did behind later turns, says no word so many times once in a thousand runs. */
const mostByChance = 0.001;

/** So many answers with words of later turns show a memory, and so many sessions how they begin. */
const [fewestKnown, fewestFirst] = [2, 6];

/**
 * What the turn that began a session told is known as words of its later turns are, where both are asked for in the next
 * turn and in the same words (1: conversations continue): a service that stores a session only once it was answered forgets
 * its first turn. One first turn that is known shows that this one does not.
 */
export const keepsFirstTurns: Expectation = (seen) => {
  const sessions = sessionsIn(seen.filter((turn) => turn.operation === 'chat' && isPlain(turn)));
  if (sessions.some(knowsItsFirst)) return [];
  const asked = sessions.flatMap(askedIn).filter(({ turns }) => turns === 1);
  const later = asked.filter((each) => !isOfFirst(each));
  const answered = later.filter(({ isKnown }) => isKnown);
  const [example] = answered;
  if (example === undefined) return { ...showedNoMemory, isUnspecified: true };
  const questions = new Set(answered.map(({ ask }) => messageIn(ask)));
  const isAlike = ({ ask }: Asked): boolean => questions.has(messageIn(ask));
  const first = asked.filter((each) => isOfFirst(each) && isAlike(each));
  const [missed] = first;
  const declinedShare = 1 - answered.length / (later.filter(isAlike).length + 1);
  const isFew = answered.length < fewestKnown || first.length < fewestFirst;
  if (missed === undefined || isFew || declinedShare ** first.length > mostByChance)
    return {
      inconclusive: 'too few sessions asked for words to tell whether their first turn was forgotten',
      isUnspecified: true,
    };
  return [
    shownBy(missed.ask, {
      subject: 'memory',
      expected: `the word ${wordsPlantedIn(missed.told)[0] ?? ''} of ${missed.told.id}, which began the session, as ${example.ask.id} has that of a later turn`,
      observed: `the reply lacks it, as those in the second turn of all ${first.length} sessions do`,
      kind: { observed: 'words of the turn that begins a session are forgotten' },
    }),
  ];
};

/** In any of its answers behind it. */
function knowsItsFirst(session: Session): boolean {
  const words = wordsPlantedIn(firstOf(session));
  return session.turns.slice(1).some((turn) => words.some((word) => recalls(turn, word)));
}

function isOfFirst({ own, told }: Asked): boolean {
  return told === firstOf(own);
}
