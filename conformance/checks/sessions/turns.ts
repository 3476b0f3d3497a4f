import type { Probe, Step } from '../../model/probe.ts';
import { askedAgainFor, maySeeStreamsAlone } from '../../expectations/words/memory/in-streams-too.ts';
import { insistent } from './probes.ts';
import { stepOf, type Turn } from '../conversation.ts';
import { onceMoreToItsEnd } from './endings/once-more-to-its-end.ts';

export const tell: Turn = { by: 'chat', says: 'word', session: 'new' };
export const askOn: Turn = { by: 'chat', says: 'question', session: 'first' };
const askOnInStream: Turn = { by: 'stream', says: 'question', session: 'first' };
export const tellAtLength: Turn = { by: 'chat', says: 'words to remember in a long message', session: 'new' };
export const tellMore: Turn = { by: 'chat', says: 'another word', session: 'first' };

/**
 * Where a stream says only words that a stream planted, asks again in streams, between chats that may say all words.
 */
function askedBesideChats(whole: Probe): Probe {
  return {
    ...whole,
    costs: { ...whole.costs, chats: whole.costs.chats + askedAgainFor.length },
    steps: [
      ...whole.steps,
      ...askedAgainFor.map(
        (by): Step =>
          (known) =>
            maySeeStreamsAlone(known.seen) ? stepOf({ ...askOn, by })(known) : [],
      ),
    ],
  };
}

/**
 * Shared: acceptance, memory and the observation use the same turns. Where a bot repeats what a stream tells it, its
 * streams can be read.
 */
export const throughAStream = onceMoreToItsEnd(
  askedBesideChats(insistent(tell, askOn, { ...tellMore, by: 'stream' }, askOnInStream)),
  (at) => ({ by: at === 1 ? 'stream' : 'chat', tells: at === 0 }),
);

/**
 * A word is planted anew before each question: how many turns a bot looks back, and whether a new word replaces an
 * older one, is open.
 */
export const inEveryTurn = onceMoreToItsEnd(
  insistent({ ...tell, says: 'word to remember' }, askOn, { ...tellMore, says: 'another word to remember' }, askOn),
  (at) => ({ by: 'chat', tells: at % 2 === 0 }),
);
