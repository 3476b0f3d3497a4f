import type { Probe, Step } from '../../model/probe.ts';
import { operationsAskedAgain, mayRecallStreamsOnly } from '../../expectations/words/memory/in-streams-too.ts';
import { withRetries } from './probes.ts';
import { stepOfTurn, type Turn } from '../conversation.ts';
import { withSecondSession } from './endings/once-more-to-its-end.ts';

export const plantTurn: Turn = { by: 'chat', says: 'word', session: 'new' };
export const questionTurn: Turn = { by: 'chat', says: 'question', session: 'first' };
const askOnInStream: Turn = { by: 'stream', says: 'question', session: 'first' };
export const plantLongTurn: Turn = { by: 'chat', says: 'words to remember in a long message', session: 'new' };
export const plantAnotherTurn: Turn = { by: 'chat', says: 'another word', session: 'first' };

/**
 * Where a stream says only words that a stream planted, asks again in streams, between chats that may say all words.
 */
function askedBesideChats(whole: Probe): Probe {
  return {
    ...whole,
    costs: { ...whole.costs, chats: whole.costs.chats + operationsAskedAgain.length },
    steps: [
      ...whole.steps,
      ...operationsAskedAgain.map(
        (by): Step =>
          (known) =>
            mayRecallStreamsOnly(known.seen) ? stepOfTurn({ ...questionTurn, by })(known) : [],
      ),
    ],
  };
}

/**
 * Shared: acceptance, memory and the observation use the same turns. Where a bot repeats what a stream tells it, its
 * streams can be read.
 */
export const continuedThroughStream = withSecondSession(
  askedBesideChats(withRetries(plantTurn, questionTurn, { ...plantAnotherTurn, by: 'stream' }, askOnInStream)),
  (at) => ({ by: at === 1 ? 'stream' : 'chat', tells: at === 0 }),
);

/**
 * A word is planted anew before each question: how many turns a bot looks back, and whether a new word replaces an
 * older one, is open.
 */
export const plantedInEveryTurn = withSecondSession(
  withRetries(
    { ...plantTurn, says: 'word to remember' },
    questionTurn,
    { ...plantAnotherTurn, says: 'another word to remember' },
    questionTurn,
  ),
  (at) => ({ by: 'chat', tells: at % 2 === 0 }),
);
