import type { Expectation } from '../../../model/check.ts';
import { shownBy } from '../../on-answer.ts';
import { wordsPlantedIn } from '../../words/remembers.ts';
import { askedIn, plainTurnsIn, sessionsIn, type Asked } from '../sessions-in.ts';
import { forgottenOf } from './more-than-declined.ts';

/**
 * What chats of a session told is known in its chats as what its streams told is (4.3: a stream takes the same request
 * body), where both are asked for in the next turn and in the same words: a service that stores the turns of streams alone
 * looks like one whose bot has no memory. One word of a chat that is known, wherever in the run, shows that it is not so, and
 * one that a chat knows, that chats know it.
 */
export const keepsWordsOfChats: Expectation = (seen) => {
  const asked = sessionsIn(plainTurnsIn(seen)).flatMap(askedIn).filter(isToldOnce);
  const ofChats = asked.filter(({ told }) => told.operation === 'chat');
  const known = ofChats.filter(({ isKnown }) => isKnown);
  if (known.some(({ ask }) => ask.operation === 'chat')) return [];
  if (known.length > 0) return { inconclusive: 'only streams of this bot say what chats told', isUnspecified: true };
  const inNextChat = ({ ask, turns: behind }: Asked): boolean => ask.operation === 'chat' && behind === 1;
  const ofStreams = asked.filter(({ told }) => told.operation === 'stream');
  const forgotten = forgottenOf(ofChats.filter(inNextChat), ofStreams.filter(inNextChat));
  if ('inconclusive' in forgotten) return forgotten;
  const { missed, many, example } = forgotten;
  return [
    shownBy(missed.ask, {
      subject: 'memory',
      expected: `the word ${wordsPlantedIn(missed.told)[0] ?? ''}, told in the chat ${missed.told.id}, as ${example.ask.id} has that of the stream ${example.told.id}`,
      observed: `the reply lacks it, as do all ${many} replies to questions for what a chat told`,
      kind: { observed: 'words that chats told are forgotten, and those of streams are not' },
      restsOn: [missed.told, example.told, example.ask].map(({ id }) => id),
    }),
  ];
};

/** In no other turn of the session, which may have been of the other kind. */
function isToldOnce({ own, told }: Asked): boolean {
  const words = new Set(wordsPlantedIn(told));
  return !own.turns.some((turn) => turn !== told && wordsPlantedIn(turn).some((word) => words.has(word)));
}
