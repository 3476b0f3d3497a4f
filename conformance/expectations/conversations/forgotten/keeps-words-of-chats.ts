import type { Expectation } from '../../../model/check.ts';
import { withExchange } from '../../on-answer.ts';
import { wordsPlantedIn } from '../../words/remembers.ts';
import { plantedQuestionsOf, plainTurnsIn, sessionsIn, type PlantedQuestion } from '../sessions-in.ts';
import { findForgotten } from './more-than-declined.ts';

/**
 * What chats of a session told is known in its chats as well as what its streams told (4.3: a stream takes the same
 * request body), where both are asked for in the next turn and in the same words. A service that stores only the turns
 * of streams looks as if the bot had no memory. A word of a chat that any chat of the run knows clears the service. If
 * only streams know such words, nothing can be said.
 */
export const keepsWordsOfChats: Expectation = (seen) => {
  const asked = sessionsIn(plainTurnsIn(seen)).flatMap(plantedQuestionsOf).filter(isToldOnce);
  const ofChats = asked.filter(({ told }) => told.operation === 'chat');
  const known = ofChats.filter(({ isKnown }) => isKnown);
  if (known.some(({ ask }) => ask.operation === 'chat')) return [];
  if (known.length > 0) return { inconclusive: 'only streams of this bot say what chats told', isUnspecified: true };
  const inNextChat = ({ ask, turns: behind }: PlantedQuestion): boolean => ask.operation === 'chat' && behind === 1;
  const ofStreams = asked.filter(({ told }) => told.operation === 'stream');
  const forgotten = findForgotten(ofChats.filter(inNextChat), ofStreams.filter(inNextChat));
  if ('inconclusive' in forgotten) return forgotten;
  const { missed, count, example } = forgotten;
  return [
    withExchange(missed.ask, {
      subject: 'memory',
      expected: `the word ${wordsPlantedIn(missed.told)[0] ?? ''}, told in the chat ${missed.told.id}, as ${example.ask.id} has that of the stream ${example.told.id}`,
      observed: `the reply lacks it, as do all ${count} replies to questions for what a chat told`,
      kind: { observed: 'words that chats told are forgotten, and those of streams are not' },
      restsOn: [missed.told, example.told, example.ask].map(({ id }) => id),
    }),
  ];
};

/** True where no other turn of the session told the word: that turn may have been of the other kind. */
function isToldOnce({ own, told }: PlantedQuestion): boolean {
  const words = new Set(wordsPlantedIn(told));
  return !own.turns.some((turn) => turn !== told && wordsPlantedIn(turn).some((word) => words.has(word)));
}
