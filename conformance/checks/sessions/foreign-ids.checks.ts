import { chatCall } from '../../model/calls.ts';
import { clause, type Mismatch, type Seen } from '../../model/check.ts';
import type { Probe } from '../../model/probe.ts';
import { wordsToldToOthers } from '../../expectations/others/told-to-others.ts';
import { wordsPlantedIn } from '../../expectations/words/remembers.ts';
import { shows, showsIt } from '../../expectations/others/shows.ts';
import { bothRemember, ownerStillRemembers } from './foreign-controls.ts';
import { isSpokenIntoByNobody, outlivesOtherWorkspaces } from './foreign-leaks.ts';
import { answersItsOwnerNext } from './foreign-lockout.ts';
import { foreignSession } from './foreign-session.ts';
import { question, tells } from '../conversation.ts';
import { amongTwo, twoWorkspaces } from './two-workspaces.ts';

/** What stands for "no session" with many clients, and was given out by no service. */
const nobodysIds = [null, '', {}] as const;

/** A word told by one workspace under each of these, then asked for by another. */
const underNobodysId: Probe = twoWorkspaces({
  name: 'words sent and asked for under ids that the service never returned',
  chats: 3 * nobodysIds.length,
  steps: [
    ({ owner: { authorization, bot }, nonce }) =>
      nobodysIds.map((sessionId, at) =>
        chatCall('chat', bot, { message: tells(nonce(`word ${at}`)), sessionId }, { authorization }),
      ),
    ({ owner, intruder: { authorization, bot } }) =>
      [...new Set([bot, owner.bot])].flatMap((each) =>
        nobodysIds.map((sessionId) => chatCall('chat', each, { message: question, sessionId }, { authorization })),
      ),
  ],
  isLeak: (seen) => wordsToldToOthers(seen).length > 0,
});

/** A key for requests that are sent again is of who chose it, and clients may well count theirs from 1. */
const underOneKey: Probe = twoWorkspaces({
  name: 'two callers send the same Idempotency-Key',
  chats: 2,
  steps: (['owner', 'intruder'] as const).map((who) => ({ [who]: { authorization, bot }, nonce }) => [
    chatCall(
      'chat',
      bot,
      { message: tells(nonce(`word of the ${who}`)) },
      { authorization, extra: [['Idempotency-Key', nonce('key')]] },
    ),
  ]),
  isLeak: (seen) => wordsOfOthers(seen).length > 0,
});

/** Each tells a word of his own, and hears nothing of the other's. */
function wordsOfOthers(seen: Seen): readonly Mismatch[] {
  const told = seen.flatMap((by) => wordsPlantedIn(by).map((word) => ({ word, by })));
  return seen.flatMap((turn) =>
    told
      .filter(({ word, by }) => by !== turn && shows(turn, word))
      .map(({ word, by }) => ({
        subject: 'isolation',
        expected: `nothing of ${word}, told in another workspace`,
        ...showsIt(turn, word),
        restsOn: [by.id],
      })),
  );
}

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
      expect: isSpokenIntoByNobody,
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
      expect: [amongTwo(wordsToldToOthers)],
      fault: 'session-of-no-id-shared',
    },
    'share-no-idempotency-key': {
      title: 'Answers no workspace with the answer to another for the same Idempotency-Key',
      level: 'MUST',
      requirement: 'An answer is of its caller’s own conversation, whatever headers two callers have in common',
      control: 'chat.request/accepts-least',
      probe: underOneKey,
      positiveControl: { ...bothRemember('chat'), probe: foreignSession },
      expect: [amongTwo(wordsOfOthers)],
      fault: 'answer-kept-by-idempotency-key',
    },
  },
});
