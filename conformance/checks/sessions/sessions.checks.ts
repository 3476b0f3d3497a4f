import type { FaultId } from '../../../fixtures/faults/index.ts';
import { clause } from '../../model/check.ts';
import type { Probe } from '../../model/probe.ts';
import { chat, chatEach, inheritedName } from '../chat/probes.ts';
import { rememberedInAllForms } from '../metering/spending/turns-of-all-forms.ts';
import { placeOfSessionId, sessionIdIn } from '../../expectations/bodies/carries-session-id.ts';
import { hasErrorEnvelope } from '../../expectations/bodies/has-error-envelope.ts';
import { unlessBare404 } from '../../expectations/judged-as.ts';
import { areNoServerErrors, isNoServerError, isRefusal } from '../../expectations/statuses/is-refusal.ts';
import { areSuccesses } from '../../expectations/statuses/is-success.ts';
import { conversationsAreKept } from '../../expectations/conversations/many-conversations.ts';
import { unlessSessionEnded, untilSessionEnd } from '../../expectations/conversations/endings/ended.ts';
import { unlessSeveralSessionIds } from '../../expectations/conversations/of-several-ids.ts';
import {
  secondBotAcceptsItsId,
  secondBotRemembers,
  withSecondBot,
} from '../../expectations/conversations/second-bot.ts';
import { jsonTypeOfId, observedStatus } from '../../expectations/bodies/observed.ts';
import { remembersItsWord, remembersThroughout } from '../../expectations/words/remembers.ts';
import {
  firstRecalled,
  allRecall,
  anyRecalls,
  unlessDeclined,
} from '../../expectations/words/memory/unless-declined.ts';
import { remembersToTheEnd } from '../../expectations/words/memory/to-the-end.ts';
import { recallsChatsInStreams, withoutRepeatedQuestions } from '../../expectations/words/memory/in-streams-too.ts';
import { remembersLaterTurns } from '../../expectations/words/memory/remembers-later-turns.ts';
import { conversation, twoTurnsAtOnce } from '../conversation.ts';
import { misreadSession } from './guessed.ts';
import { manyConversations, begunByStream, plantedAfterStream, plantedInStream, twelveTurns } from './probes.ts';
import { isContinued, remembersBehindAStream, remembersInChats } from './begun-in-stream.ts';
import { refusedTurns, turnWithUnknownBot } from './refused-turn.ts';
import { askedByOtherClient } from './other-client.ts';
import { recallsLongMessage, plantedInLongMessage } from './planted-in-long-message.ts';
import { questionTurn, plantedInEveryTurn, plantTurn, continuedThroughStream } from './turns.ts';
import { secondBotSession } from './second-bot.ts';

const again = 'Hello again!';
/**
 * With both kinds of quotes: an error that repeats the id must escape the double ones, and SQL that contains it breaks
 * at the single one.
 */
const unknownSession = { message: again, sessionId: `no-such-session-"a7c2"-of-o'brien` };
const wronglyTyped = [{ id: 1 }, ['a', 'b'], true, null].map((sessionId) => ({ message: again, sessionId }));
const control = 'chat.request/accepts-least';

/** Whatever becomes of such a sessionId is not specified, but for a server error. */
const causesNoServerError = (probe: Probe, fault: FaultId, expectation = isNoServerError) =>
  ({ level: 'MUST', control, probe, expect: [expectation], fault }) as const;

const ofAllForms = { control: 'remembers-in-every-turn', within: rememberedInAllForms } as const;

export const sessions = clause('2.3', 'sessions.continue', {
  requirement: 'A client passes the sessionId in the next request to continue the conversation',
  also: ['1', '2.2'],
  checks: {
    'given-id-is-accepted': {
      title: 'Accepts the returned sessionId in the next chat',
      level: 'MUST',
      probe: conversation(plantTurn, questionTurn),
      expect: [unlessSeveralSessionIds(areSuccesses)],
      fault: 'session-not-accepted',
    },
    'given-id-is-accepted-again': {
      title: 'Accepts the returned sessionId turn after turn',
      level: 'MUST',
      probe: plantedInEveryTurn,
      expect: [unlessSeveralSessionIds(untilSessionEnd(areSuccesses, 3))],
      fault: 'session-good-for-one-turn',
    },
    // A numeric id too is sent back as the number that it was.
    'given-id-is-accepted-in-a-stream': {
      title: 'Accepts the sessionId of a chat in a stream',
      level: 'MUST',
      control: 'stream.response/succeeds',
      probe: continuedThroughStream,
      expect: [unlessSeveralSessionIds(untilSessionEnd(areSuccesses))],
      fault: 'session-number-refused-in-stream',
    },
    'id-of-a-stream-is-accepted': {
      title: 'Accepts the sessionId shown in a stream in the next chat and streams',
      level: 'MUST',
      requirement: 'Where a stream shows a sessionId, it continues that conversation',
      control: 'stream.response/succeeds',
      probe: begunByStream,
      expect: [isContinued, unlessSeveralSessionIds(untilSessionEnd(areSuccesses))],
      fault: 'session-of-stream-not-accepted',
    },
    'unknown-id-is-no-server-error': {
      title: 'An unknown sessionId in a chat causes no 5xx',
      ...causesNoServerError(chat(unknownSession), 'unknown-session-500'),
      alsoFinds: ['session-id-with-an-apostrophe-500'],
    },
    // Passes the check of the form of an id, but no session has this id.
    'id-of-the-right-form-is-no-server-error': {
      title: 'An unknown sessionId in the format of a real one causes no 5xx',
      ...causesNoServerError(misreadSession, 'session-of-right-form-500'),
    },
    'inherited-name-is-no-server-error': {
      title: 'The sessionId "constructor" in a chat causes no 5xx',
      ...causesNoServerError(chat({ message: again, sessionId: inheritedName }), 'session-of-inherited-name-500'),
    },
    'empty-id-is-no-server-error': {
      title: 'An empty sessionId in a chat causes no 5xx',
      ...causesNoServerError(chat({ message: again, sessionId: '' }), 'session-empty-500'),
    },
    'wrongly-typed-id-is-no-server-error': {
      title: 'A sessionId of the wrong type in a chat causes no 5xx',
      ...causesNoServerError(chatEach(wronglyTyped), 'session-of-other-type-500', areNoServerErrors),
    },
    'two-turns-at-once-are-no-server-error': {
      title: 'Two turns at once in one session cause no 5xx',
      level: 'MUST',
      control: 'stream.response/succeeds',
      probe: twoTurnsAtOnce,
      expect: [areNoServerErrors],
      fault: 'session-busy-500',
    },
    'remembers-in-every-turn': {
      title: 'Remembers in every turn of a session what the turn before it told',
      level: 'MUST',
      requirement:
        'When sessionId is present, the request continues that conversation: a bot that shows a memory has it in every turn',
      probe: plantedInEveryTurn,
      expect: [untilSessionEnd(unlessDeclined(remembersThroughout, allRecall))],
      fault: 'session-forgotten-after-second-turn',
    },
    'remembers-later-turns': {
      title: 'Remembers what later turns of a session told, not only its first turns',
      level: 'MUST',
      requirement:
        'When sessionId is present, the request continues that conversation: a bot that knows words of several turns knows those of later turns too',
      ...ofAllForms,
      probe: twelveTurns,
      expect: [untilSessionEnd(remembersLaterTurns)],
      fault: 'session-keeps-its-first-turns-only',
    },
    'remembers-in-a-stream': {
      title: 'Remembers in a stream what was told in its session',
      level: 'MUST',
      requirement: 'A stream takes the same request body: a bot that shows a memory in chats has it in a stream',
      control: 'stream.response/succeeds',
      probe: continuedThroughStream,
      expect: [
        untilSessionEnd(withoutRepeatedQuestions(unlessDeclined(remembersThroughout, allRecall))),
        untilSessionEnd(recallsChatsInStreams),
      ],
      fault: 'session-forgotten-in-stream',
      alsoFinds: ['session-of-streams-alone-in-streams'],
    },
    'remembers-what-a-stream-was-told': {
      title: 'Remembers in the next chat what a stream of the session was told',
      level: 'MUST',
      requirement:
        'A stream takes the same request body: with a sessionId it is a turn of that conversation, and remembered as such',
      ...ofAllForms,
      probe: plantedInStream,
      expect: [unlessSessionEnded(unlessDeclined(remembersItsWord, anyRecalls))],
      fault: 'session-without-streamed-turns',
    },
    'remembers-what-a-chat-told-behind-a-stream': {
      title: 'Remembers what a chat told in a session begun by a stream',
      level: 'MUST',
      requirement:
        'A client passes the sessionId of a chat response in the next request to continue the conversation: also of one that began in a stream',
      ...ofAllForms,
      probe: plantedAfterStream,
      expect: [remembersBehindAStream],
      fault: 'session-of-stream-keeps-no-chats',
    },
    'remembers-after-refused-turns': {
      title: 'Remembers a session after turns of it that were refused',
      level: 'MUST',
      requirement:
        'A client passes the sessionId in the next request to continue the conversation: a turn that is refused does not end it',
      ...ofAllForms,
      probe: refusedTurns,
      expect: [unlessDeclined(remembersItsWord, anyRecalls)],
      fault: 'session-ended-by-a-refused-turn',
    },
    'names-no-bot': {
      title: 'Rejects a chat with an unknown bot ID also where its sessionId is valid',
      level: 'MUST',
      requirement: 'botId is the bot to talk to, whichever session is continued',
      control: 'given-id-is-accepted',
      probe: turnWithUnknownBot,
      expect: [isRefusal, unlessBare404(hasErrorEnvelope)],
      fault: 'bot-of-the-session-for-an-unknown-one',
    },
    'id-of-a-second-bot-is-accepted': {
      title: 'Accepts the sessionId of a second bot in the next chat with it',
      level: 'MUST',
      control: 'given-id-is-accepted',
      probe: secondBotSession,
      expect: [unlessSeveralSessionIds(secondBotAcceptsItsId)],
      fault: 'session-of-the-second-bot-refused',
    },
    'id-of-another-bot-is-no-server-error': {
      title: 'The sessionId of one bot causes no 5xx with another',
      level: 'MUST',
      control: 'given-id-is-accepted',
      probe: secondBotSession,
      expect: [withSecondBot(areNoServerErrors)],
      fault: 'session-of-another-bot-500',
    },
    // Not MUST: what a bot remembers is open, and this bot has shown no memory yet.
    'remembers-with-a-second-bot': {
      title: 'Remembers with a second bot what was told in its session',
      level: 'SHOULD',
      control: 'remembers-in-every-turn',
      probe: secondBotSession,
      expect: [secondBotRemembers],
      fault: 'session-remembered-for-the-first-bot-only',
    },
    'remembers-what-began-in-a-stream': {
      title: 'Remembers in a chat what was told in a session begun by a stream',
      level: 'SHOULD',
      ...ofAllForms,
      probe: begunByStream,
      expect: [untilSessionEnd(unlessDeclined(remembersInChats, anyRecalls))],
      fault: 'session-of-stream-begins-anew',
    },
    'remembers-after-ten-turns': {
      title: 'Still knows words of a session in its twelfth turn',
      level: 'SHOULD',
      ...ofAllForms,
      probe: twelveTurns,
      expect: [unlessSessionEnded(areSuccesses), unlessSessionEnded(unlessDeclined(remembersToTheEnd, firstRecalled))],
      fault: 'session-lost-after-ten-turns',
    },
    'remembers-a-long-message': {
      title: 'Remembers a chat message of 400 characters, some of them beyond ASCII',
      level: 'SHOULD',
      control: 'remembers-in-every-turn',
      probe: plantedInLongMessage,
      expect: [unlessDeclined(remembersItsWord, anyRecalls)],
      fault: 'session-forgets-long-messages',
      alsoFinds: ['session-forgets-letters-beyond-ascii', 'session-forgets-apostrophes'],
    },
    'remembers-a-message-to-its-end': {
      title: 'Remembers the end of a message with quotes, commas, an emoji and line breaks',
      level: 'SHOULD',
      control: 'remembers-in-every-turn',
      probe: plantedInLongMessage,
      expect: [recallsLongMessage],
      fault: 'session-keeps-the-first-line',
      alsoFinds: ['session-keeps-255-characters', 'session-keeps-all-but-the-last-character', 'memory-cut-at-an-emoji'],
    },
    // Not MUST: a service may bind a session to the client that began it, against theft.
    'continues-for-another-client': {
      title: 'Continues a session on a new connection with other client headers',
      level: 'SHOULD',
      requirement:
        'Conversations continue through a session identifier returned by the service, whichever client of the caller sends it',
      control: 'remembers-in-every-turn',
      probe: askedByOtherClient,
      expect: [unlessSeveralSessionIds(areSuccesses), unlessDeclined(remembersItsWord, anyRecalls)],
      fault: 'session-bound-to-its-client',
      alsoFinds: ['chat-cookie-500'],
    },
    'remembers-many-at-once': {
      title: 'Remembers each of eight sessions begun at once',
      level: 'SHOULD',
      probe: manyConversations,
      expect: [unlessDeclined(conversationsAreKept)],
      fault: 'session-lost-among-many',
    },
  },
  observations: {
    'unknown-id': {
      says: 'The status of a chat with an unknown sessionId: not specified',
      probe: chat(unknownSession),
      see: observedStatus,
    },
    'id-in-a-stream': {
      says: 'Where a stream shows the sessionId: not specified',
      probe: begunByStream,
      see: ([begun]) => (begun === undefined ? undefined : placeOfSessionId(begun)),
    },
    'id-over-turns': {
      says: 'The type of the sessionId, and whether each turn has another one: not specified',
      probe: conversation(plantTurn, questionTurn),
      see: (seen) => {
        const [first, second] = seen.map(sessionIdIn).filter((id) => id !== undefined);
        if (first === undefined || second === undefined) return undefined;
        return `${jsonTypeOfId(first)}, ${JSON.stringify(first) === JSON.stringify(second) ? 'the same' : 'another'} in the next turn`;
      },
    },
  },
});
