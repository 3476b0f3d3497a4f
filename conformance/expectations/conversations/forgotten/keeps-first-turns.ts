import type { Expectation } from '../../../model/check.ts';
import { withExchange } from '../../on-answer.ts';
import { wordsPlantedIn } from '../../words/remembers.ts';
import { recallsWord } from '../../words/said.ts';
import {
  plantedQuestionsOf,
  firstTurnOf,
  isPlainTurn,
  sessionsIn,
  type PlantedQuestion,
  type Session,
} from '../sessions-in.ts';
import { findForgotten } from './more-than-declined.ts';

/**
 * What the first turn of a session told is known as well as the words of later turns, where both are asked for in the
 * next turn and in the same words (1: conversations continue). A service that stores a session only once it was
 * answered forgets its first turn. A single first turn that is known clears the service.
 */
export const keepsFirstTurns: Expectation = (seen) => {
  const sessions = sessionsIn(seen.filter((turn) => turn.operation === 'chat' && isPlainTurn(turn)));
  if (sessions.some(knowsItsFirst)) return [];
  const asked = sessions.flatMap(plantedQuestionsOf).filter(({ turns }) => turns === 1);
  const forgotten = findForgotten(
    asked.filter(isOfFirst),
    asked.filter((each) => !isOfFirst(each)),
  );
  if ('inconclusive' in forgotten) return forgotten;
  const { missed, count, example } = forgotten;
  return [
    withExchange(missed.ask, {
      subject: 'memory',
      expected: `the word ${wordsPlantedIn(missed.told)[0] ?? ''} of ${missed.told.id}, which began the session, as ${example.ask.id} has that of a later turn`,
      observed: `the reply lacks it, as those in the second turn of all ${count} sessions do`,
      kind: { observed: 'words of the turn that begins a session are forgotten' },
      restsOn: [missed.told, example.told, example.ask].map(({ id }) => id),
    }),
  ];
};

/** True where any later answer of the session knows a word of its first turn. */
function knowsItsFirst(session: Session): boolean {
  const words = wordsPlantedIn(firstTurnOf(session));
  return session.turns.slice(1).some((turn) => words.some((word) => recallsWord(turn, word)));
}

function isOfFirst({ own, told }: PlantedQuestion): boolean {
  return told === firstTurnOf(own);
}
