import { chatCall, speechCall } from '../../model/calls.ts';
import { clause, type Mismatch, type Exchanges } from '../../model/check.ts';
import type { HeaderFields } from '../../model/exchange.ts';
import type { Call, Probe } from '../../model/probe.ts';
import {
  soundsDifferWithoutKey,
  soundTheSame,
  sharedSoundMismatches,
} from '../../expectations/others/spoken-to-others.ts';
import { leakedWordMismatches } from '../../expectations/others/told-to-others.ts';
import { wordsPlantedIn } from '../../expectations/words/remembers.ts';
import { showsWord, describeShownWord } from '../../expectations/others/shows-word.ts';
import { bothRemember, ownerStillRemembers } from './foreign-controls.ts';
import { acceptsNoIntruder, outlivesOtherWorkspaces } from './foreign-leaks.ts';
import { answersItsOwnerNext } from './foreign-lockout.ts';
import { foreignSession } from './foreign-session.ts';
import { wordQuestion, plantText } from '../conversation.ts';
import type { ChatOperation } from './tries.ts';
import { betweenCallers, twoWorkspaces, type Caller, type CallerPair, type CallerRole } from './two-workspaces.ts';

/** Values that many clients send for "no session", and that no service gives out. */
const nobodysIds = [null, '', {}] as const;

/** A word that a workspace plants under each of these values, and the question for it by another workspace. */
const underNobodysId: Probe = twoWorkspaces({
  name: 'words sent and asked for under ids that the service never returned',
  chats: 3 * nobodysIds.length,
  steps: [
    ({ owner: { authorization, bot }, nonce }) =>
      nobodysIds.map((sessionId, at) =>
        chatCall('chat', bot, { message: plantText(nonce(`word ${at}`)), sessionId }, { authorization }),
      ),
    ({ owner, intruder: { authorization, bot } }) =>
      [...new Set([bot, owner.bot])].flatMap((each) =>
        nobodysIds.map((sessionId) => chatCall('chat', each, { message: wordQuestion, sessionId }, { authorization })),
      ),
  ],
  isLeak: (seen) => leakedWordMismatches(seen).length > 0,
});

/** Two texts whose sounds cannot be confused at any tempo. */
const texts = {
  owner: 'The train leaves at nine.',
  intruder: 'Please water the plants in the hall before you go out tonight, and close all of the windows.',
} as const;

const speaks = (who: CallerRole, { authorization }: Caller, extra: HeaderFields): Call =>
  speechCall({ text: texts[who], voice: 'alloy' }, { authorization, extra });

/** The idempotency key belongs to the caller who chose it, and clients may count theirs from 1. */
const underOneKey: Probe = twoWorkspaces({
  name: 'two callers send the same Idempotency-Key',
  chats: 4,
  speeches: 3,
  steps: [
    ...(['owner', 'intruder'] as const).map((who) => ({ [who]: party, nonce }: CallerPair) => {
      const { authorization, bot } = party;
      const keyed = (by: string): HeaderFields => [['Idempotency-Key', nonce(`key of a ${by}`)]];
      const chats = (['chat', 'stream'] as const).map((by) =>
        chatCall(
          by,
          bot,
          { message: plantText(nonce(`word of the ${who} in a ${by}`)) },
          { authorization, extra: keyed(by) },
        ),
      );
      return [...chats, speaks(who, party, keyed('speech'))];
    }),
    ({ intruder, seen }) => (soundTheSame(seen) ? [speaks('intruder', intruder, [])] : []),
  ],
  isLeak: (seen) =>
    [wordsOfOthers('chat'), wordsOfOthers('stream'), sharedSoundMismatches].some((judge) => judge(seen).length > 0),
});

/** Each caller plants a word, and no reply may contain the word of another caller. */
function wordsOfOthers(operation: ChatOperation): (seen: Exchanges) => readonly Mismatch[] {
  return (seen) => {
    const turns = seen.filter((each) => each.operation === operation);
    const told = turns.flatMap((by) => wordsPlantedIn(by).map((word) => ({ word, by })));
    return turns.flatMap((turn) =>
      told
        .filter(({ word, by }) => by !== turn && showsWord(turn, word))
        .map(({ word, by }) => ({
          subject: 'isolation',
          expected: `nothing of ${word}, told in another workspace`,
          ...describeShownWord(turn, word),
          restsOn: [by.id],
        })),
    );
  };
}

const ownAnswer = 'An answer is of its caller’s own request, whatever headers two callers have in common';

export const foreignIds = clause('1', 'sessions.foreign-ids', {
  requirement:
    'Conversations continue through a session identifier returned by the service, and are their caller’s own',
  also: ['2.3', '5'],
  absence: 'foreignId',
  checks: {
    'speak-into-no-conversation': {
      title: 'Another workspace cannot add words to a session by its sessionId',
      level: 'MUST',
      probe: foreignSession,
      positiveControl: ownerStillRemembers,
      expect: acceptsNoIntruder,
      fault: 'session-takes-turns-of-others',
    },
    'destroy-no-conversation': {
      title: 'A session keeps its memory after another workspace sends its sessionId',
      level: 'MUST',
      requirement:
        'A client passes its sessionId in the next request to continue the conversation, whoever else has sent it meanwhile',
      probe: foreignSession,
      positiveControl: ownerStillRemembers,
      expect: [outlivesOtherWorkspaces],
      fault: 'session-destroyed-by-others',
    },
    'answer-its-owner-next': {
      title: 'Answers the owner of a session right after another workspace sent its sessionId',
      level: 'MUST',
      requirement:
        'A client passes its sessionId in the next request to continue the conversation, whoever else has sent it meanwhile',
      absence: 'none',
      probe: foreignSession,
      expect: [answersItsOwnerNext],
      fault: 'session-refused-once-to-its-owner',
    },
    'share-no-id-that-nobody-gave-out': {
      title: 'Shares nothing between workspaces that both send sessionId null, {} or ""',
      level: 'MUST',
      control: 'chat.request/accepts-least',
      probe: underNobodysId,
      positiveControl: { ...bothRemember('chat'), probe: foreignSession },
      expect: [betweenCallers(leakedWordMismatches)],
      fault: 'session-of-no-id-shared',
    },
    'share-no-idempotency-key': {
      title: 'Answers no workspace with the answer to another for the same Idempotency-Key',
      level: 'MUST',
      requirement: ownAnswer,
      control: 'chat.request/accepts-least',
      probe: underOneKey,
      positiveControl: { ...bothRemember('chat'), probe: foreignSession },
      expect: [betweenCallers(wordsOfOthers('chat'))],
      fault: 'answer-kept-by-idempotency-key',
    },
    'share-no-idempotency-key-of-streams': {
      title: 'Streams to no workspace the reply to another for the same Idempotency-Key',
      level: 'MUST',
      requirement: ownAnswer,
      control: 'stream.response/succeeds',
      probe: underOneKey,
      positiveControl: { ...bothRemember('stream'), probe: foreignSession },
      expect: [betweenCallers(wordsOfOthers('stream'))],
      fault: 'stream-kept-by-idempotency-key',
    },
    'speeches-of-one-idempotency-key-are-apart': {
      title: 'Speaks to no workspace the text of another for the same Idempotency-Key',
      level: 'MUST',
      requirement: ownAnswer,
      // Different sounds show by themselves that each belongs to its own text.
      absence: 'none',
      control: 'speech.request/accepts-least',
      probe: underOneKey,
      expect: [betweenCallers(sharedSoundMismatches), soundsDifferWithoutKey],
      fault: 'speech-kept-by-idempotency-key',
    },
  },
});
