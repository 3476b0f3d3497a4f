import { clause } from '../core/check.ts';
import { chat, chats, inheritedName } from '../chat/probes.ts';
import { sessionIdIn } from '../expect/carries-session-id.ts';
import { everyAnswer } from '../expect/kinds.ts';
import { areNoServerErrors, isNoServerError } from '../expect/is-refusal.ts';
import { areSuccesses } from '../expect/is-success.ts';
import {
  conversationsAreKept,
  conversationsNeverMix,
  eachKnowsItsOwn,
  sessionIdsDiffer,
} from '../expect/many-conversations.ts';
import { unlessOfSeveralIds } from '../expect/of-several-ids.ts';
import { saysNothingOfOtherSessions } from '../expect/nothing-of-other-sessions.ts';
import { saysNothingOfOthers } from '../expect/nothing-of-others.ts';
import { kindOfId, statusSeen } from '../expect/observed.ts';
import {
  knowsNothingOfElsewhere,
  memoryShown,
  remembersItsWord,
  remembersThroughout,
  remembersToTheEnd,
} from '../expect/remembers.ts';
import { bothRemember, wouldLeakOrIsRefused } from './foreign-controls.ts';
import { isToldNothing } from './foreign-leaks.ts';
import { foreignSession } from './foreign-session.ts';
import {
  conversation,
  insistent,
  manyAtOnce,
  misreadSession,
  sameBeginning,
  streamBegins,
  toldInAStream,
  twelveTurns,
  twoTurnsAtOnce,
  type Turn,
} from './probes.ts';

const tell: Turn = { by: 'chat', says: 'tells', session: 'new' };
const askOn: Turn = { by: 'chat', says: 'asks', session: 'first' };
const askOnInStream: Turn = { by: 'stream', says: 'asks', session: 'first' };
const tellMore: Turn = { by: 'chat', says: 'tellsMore', session: 'first' };

const again = 'Hello again!';
const unknownSession = { message: again, sessionId: 'no-such-session-a7c2' };
const wronglyTyped = [{ id: 1 }, ['a', 'b'], true, null].map((sessionId) => ({ message: again, sessionId }));
/** Shared: acceptance, memory and the observation look at the same turns. Where a bot repeats what it is told in a stream, its streams can be read. */
const throughAStream = insistent(tell, askOn, { ...tellMore, by: 'stream' }, askOnInStream);
/** A word is told anew before each question: how many turns a bot looks back, and whether a new word takes the place of an older one, is its own affair. */
const inEveryTurn = insistent({ ...tell, says: 'bids' }, askOn, { ...tellMore, says: 'bidsMore' }, askOn);
const control = 'chat.request/accepts-least';

export const sessions = clause('2.3', 'sessions.continue', {
  requirement: 'A client passes the sessionId in the next request to continue the conversation',
  also: ['1', '2.2'],
  checks: {
    'given-id-is-accepted': {
      level: 'MUST',
      probe: conversation(tell, askOn),
      expect: [unlessOfSeveralIds(areSuccesses)],
      fault: 'session-not-accepted',
    },
    'given-id-is-accepted-again': {
      level: 'MUST',
      probe: inEveryTurn,
      expect: [unlessOfSeveralIds(areSuccesses)],
      fault: 'session-good-for-one-turn',
    },
    // A number, given back as the number it was, too.
    'given-id-is-accepted-in-a-stream': {
      level: 'MUST',
      control: 'stream.response/succeeds',
      probe: throughAStream,
      expect: [unlessOfSeveralIds(areSuccesses)],
      fault: 'session-number-refused-in-stream',
    },
    'id-of-a-stream-is-accepted': {
      level: 'MUST',
      requirement: 'Where the data of a stream shows a sessionId, it continues that conversation',
      control: 'stream.response/succeeds',
      probe: streamBegins,
      expect: [unlessOfSeveralIds(areSuccesses)],
      fault: 'session-of-stream-not-accepted',
    },
    'unknown-id-is-no-server-error': {
      level: 'MUST',
      control,
      probe: chat(unknownSession),
      expect: [isNoServerError],
      fault: 'unknown-session-500',
    },
    // Past the check of its form: nothing is found under it.
    'id-of-the-right-form-is-no-server-error': {
      level: 'MUST',
      control,
      probe: misreadSession,
      expect: [isNoServerError],
      fault: 'session-of-right-form-500',
    },
    'inherited-name-is-no-server-error': {
      level: 'MUST',
      control,
      probe: chat({ message: again, sessionId: inheritedName }),
      expect: [isNoServerError],
      fault: 'session-of-inherited-name-500',
    },
    'empty-id-is-no-server-error': {
      level: 'MUST',
      control,
      probe: chat({ message: again, sessionId: '' }),
      expect: [isNoServerError],
      fault: 'session-empty-500',
    },
    'wrongly-typed-id-is-no-server-error': {
      level: 'MUST',
      control,
      probe: chats(wronglyTyped),
      expect: [areNoServerErrors],
      fault: 'session-of-other-type-500',
    },
    'two-turns-at-once-are-no-server-error': {
      level: 'MUST',
      control: 'stream.response/succeeds',
      probe: twoTurnsAtOnce,
      expect: [areNoServerErrors],
      fault: 'session-busy-500',
    },
    'remembers-in-every-turn': {
      level: 'MUST',
      requirement:
        'When sessionId is present, the request continues that conversation: a bot that shows a memory has it in every turn',
      probe: inEveryTurn,
      expect: [remembersThroughout],
      fault: 'session-forgotten-after-second-turn',
    },
    'remembers-in-a-stream': {
      level: 'MUST',
      requirement:
        'A stream takes the same request body: where the bot shows a memory in whole replies, it has it in a stream',
      control: 'stream.response/succeeds',
      probe: throughAStream,
      expect: [remembersThroughout],
      fault: 'session-forgotten-in-stream',
    },
    'remembers-what-a-stream-was-told': {
      level: 'MUST',
      requirement:
        'A stream takes the same request body: with a sessionId it is a turn of that conversation, and remembered as such',
      control: 'remembers-in-every-turn',
      probe: toldInAStream,
      expect: [remembersItsWord],
      fault: 'session-without-streamed-turns',
    },
    'remembers-what-began-in-a-stream': {
      level: 'SHOULD',
      control: 'remembers-in-every-turn',
      probe: streamBegins,
      expect: [remembersItsWord],
      fault: 'session-of-stream-begins-anew',
    },
    'remembers-after-ten-turns': {
      level: 'SHOULD',
      control: 'remembers-in-every-turn',
      probe: twelveTurns,
      expect: [areSuccesses, remembersToTheEnd],
      fault: 'session-lost-after-ten-turns',
    },
    'remembers-many-at-once': {
      level: 'SHOULD',
      probe: manyAtOnce,
      expect: [conversationsAreKept],
      fault: 'session-lost-among-many',
    },
  },
  observations: {
    'unknown-id': { says: 'session lifetime: not shown', probe: chat(unknownSession), see: statusSeen },
    'id-in-a-stream': {
      says: 'Event names and data layout of the stream: not shown',
      probe: streamBegins,
      see: ([begun]) => (begun === undefined ? undefined : sessionIdIn(begun) === undefined ? 'none' : 'in its data'),
    },
    'id-over-turns': {
      says: 'Types, defaults and exact meaning of the optional fields: not shown',
      probe: conversation(tell, askOn),
      see: (seen) => {
        const [first, second] = seen.map(sessionIdIn).filter((id) => id !== undefined);
        if (first === undefined || second === undefined) return undefined;
        return `${kindOfId(first)}, ${JSON.stringify(first) === JSON.stringify(second) ? 'the same' : 'another'} in the next turn`;
      },
    },
  },
});

const another =
  'A sessionId is of its caller’s own conversation: another workspace that sends it is told nothing of that';

export const isolation = clause('1', 'sessions.isolation', {
  requirement: 'Conversations continue across requests through a session identifier returned by the service',
  also: ['2.3', '5'],
  absence: 'isolation',
  checks: {
    'new-session-knows-nothing': {
      level: 'MUST',
      probe: conversation(tell, { by: 'chat', says: 'asks', session: 'new' }),
      positiveControl: memoryShown('chat', throughAStream),
      expect: [knowsNothingOfElsewhere],
      fault: 'session-shared-by-all',
    },
    // An id that is made of the first message, and an answer that is kept for the next who asks the same, are one for both.
    'same-words-begin-another-session': {
      level: 'MUST',
      probe: sameBeginning,
      positiveControl: memoryShown('chat', throughAStream),
      expect: [unlessOfSeveralIds(areSuccesses), knowsNothingOfElsewhere],
      fault: 'session-id-of-the-first-message',
      alsoFinds: ['answer-kept-for-who-asks-the-same'],
    },
    'new-stream-knows-nothing': {
      level: 'MUST',
      control: 'stream.response/succeeds',
      // Told by the same operation as where the memory is shown.
      probe: conversation({ ...tell, by: 'stream' }, { by: 'stream', says: 'asks', session: 'new' }),
      positiveControl: memoryShown('stream', throughAStream),
      expect: [knowsNothingOfElsewhere],
      fault: 'session-shared-in-streams',
    },
    'other-workspace-knows-nothing': {
      level: 'MUST',
      requirement: another,
      probe: foreignSession,
      positiveControl: wouldLeakOrIsRefused('chat', 'own'),
      expect: isToldNothing('chat', 'own'),
      fault: 'session-continued-by-any-workspace',
    },
    'other-workspace-knows-nothing-with-the-same-bot': {
      level: 'MUST',
      requirement: another,
      probe: foreignSession,
      positiveControl: wouldLeakOrIsRefused('chat', 'same'),
      expect: isToldNothing('chat', 'same'),
      fault: 'session-shared-across-workspaces',
    },
    'other-workspace-knows-nothing-in-a-stream': {
      level: 'MUST',
      requirement: another,
      control: 'stream.response/succeeds',
      probe: foreignSession,
      positiveControl: wouldLeakOrIsRefused('stream', 'own'),
      expect: isToldNothing('stream', 'own'),
      fault: 'session-continued-in-streams-by-any-workspace',
    },
    'other-workspace-knows-nothing-in-a-stream-with-the-same-bot': {
      level: 'MUST',
      requirement: another,
      control: 'stream.response/succeeds',
      probe: foreignSession,
      positiveControl: wouldLeakOrIsRefused('stream', 'same'),
      expect: isToldNothing('stream', 'same'),
      fault: 'session-shared-across-workspaces-in-stream',
    },
    // Whatever it was sent for: what leaks now and then, or in a refusal, no probe of its own would meet.
    'other-workspace-hears-nothing-in-any-answer': {
      level: 'MUST',
      requirement:
        'A conversation is of whoever got its identifier: no answer of the run says what only another workspace told',
      ofEvery: everyAnswer,
      probe: foreignSession,
      positiveControl: bothRemember('chat'),
      expect: [saysNothingOfOthers],
      fault: 'citations-of-all-workspaces',
      alsoFinds: ['error-details-of-another-workspace', 'reply-of-another-workspace-now-and-then'],
    },
    'new-session-hears-nothing-in-any-answer': {
      level: 'MUST',
      ofEvery: everyAnswer,
      probe: conversation(tell, { by: 'chat', says: 'asks', session: 'new' }),
      positiveControl: memoryShown('chat', throughAStream),
      expect: [saysNothingOfOtherSessions],
      fault: 'citations-of-all-sessions',
      alsoFinds: ['reply-of-another-session-now-and-then'],
    },
    'many-at-once-never-mix': {
      level: 'MUST',
      probe: manyAtOnce,
      positiveControl: eachKnowsItsOwn,
      expect: [unlessOfSeveralIds(areSuccesses), conversationsNeverMix],
      fault: 'session-id-from-the-clock',
    },
    'ids-differ': {
      absence: 'none',
      level: 'SHOULD',
      probe: manyAtOnce,
      expect: [sessionIdsDiffer],
      fault: 'session-id-of-the-workspace',
    },
  },
});
