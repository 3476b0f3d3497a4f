import { clause, type PositiveControl } from '../../model/check.ts';
import type { Probe } from '../../model/probe.ts';
import { everyAnswerOf } from '../../expectations/kinds.ts';
import { continuesItsSession } from '../../expectations/conversations/begins-another.ts';
import { keepsEachSession } from '../../expectations/conversations/keeps-each-session.ts';
import { keepsFirstTurns } from '../../expectations/conversations/forgotten/keeps-first-turns.ts';
import { keepsWordsOfChats } from '../../expectations/conversations/forgotten/keeps-words-of-chats.ts';
import { keepsNewerSessions } from '../../expectations/conversations/newer-are-kept.ts';
import { remembersBehindARefusal } from '../../expectations/words/memory/behind-a-refusal.ts';
import { anyRecalls, unlessDeclined } from '../../expectations/words/memory/unless-declined.ts';
import { manyConversations, alikeConversations, plantedInStreams, twelveTurns } from './probes.ts';
import { refusedSpeechBetween } from './refused-turn.ts';
import { plantedInEveryTurn } from './turns.ts';

/**
 * Forgotten first turns show beside later turns that were not forgotten, and this probe plants words in later turns
 * too. A pass does not need it: then a first turn was known somewhere in the run, and the bot may decline what this
 * probe asks.
 */
const laterTurnsAreTold = areSent(
  twelveTurns,
  'later turns of a session are told words too',
  'no later turn of a session was told a word',
);

/** The same for sessions in which only chats plant words. */
const chatsAreTold = areSent(
  manyConversations,
  'chats of sessions are told words too',
  'no chat of a session was told a word',
);

function areSent(probe: Probe, says: string, because: string): PositiveControl {
  return { says, probe, shownIn: (seen) => (seen.length > 0 ? { by: seen } : { because }) };
}

export const keptSessions = clause('2.3', 'sessions.kept', {
  requirement: 'A client passes the sessionId in the next request to continue the conversation',
  also: ['1', '8.2'],
  checks: {
    // Judged over the whole run: a mistake that is rare, or of one of several servers, need not recur when a
    // conversation is sent again.
    'while-older-go-on': {
      title: 'Refuses no session while an older one goes on',
      absence: 'none',
      level: 'MUST',
      ofEvery: everyAnswerOf('chat', 'stream'),
      together: true,
      probe: alikeConversations,
      expect: [keepsNewerSessions],
      fault: 'sessions-of-a-full-store',
      alsoFinds: ['session-unknown-now-and-then'],
    },
    'remembers-each-time': {
      title: 'Forgets no turn of a session now and then',
      absence: 'none',
      level: 'MUST',
      requirement:
        'When sessionId is present, the request continues that conversation: a bot that knows what the turn before told does so each time',
      ofEvery: everyAnswerOf('chat', 'stream'),
      together: true,
      probe: plantedInEveryTurn,
      expect: [keepsEachSession, continuesItsSession],
      fault: 'session-memory-of-two-servers',
      alsoFinds: ['session-history-unread-by-one-of-three', 'session-begun-anew-by-two-of-three-servers'],
    },
    // Judged over the whole run: in a single conversation the bot may have declined.
    'knows-its-first-turn': {
      title: 'Remembers what the turn that began a session told, as it does later turns',
      absence: 'none',
      level: 'MUST',
      requirement:
        'When sessionId is present, the request continues that conversation: a bot that shows a memory has it of the first turn too',
      ofEvery: everyAnswerOf('chat'),
      together: true,
      probe: manyConversations,
      positiveControl: laterTurnsAreTold,
      expect: [keepsFirstTurns],
      fault: 'session-forgets-its-first-turn',
    },
    'knows-what-chats-told': {
      title: 'Remembers what chats of a session told, as it does what its streams told',
      absence: 'none',
      level: 'MUST',
      requirement:
        'A stream takes the same request body: a bot that shows a memory of what streams of a session told has it of its chats too',
      ofEvery: everyAnswerOf('chat', 'stream'),
      together: true,
      probe: plantedInStreams,
      positiveControl: chatsAreTold,
      expect: [keepsWordsOfChats],
      fault: 'session-keeps-streamed-turns-only',
    },
    // Chats are still covered: a speech that nothing covers is no turn of the session, nor of any other of the caller.
    'behind-an-uncovered-speech': {
      title: 'Remembers a session after a speech that nothing covers',
      level: 'MUST',
      requirement:
        'A client passes the sessionId in the next request to continue the conversation: a use that is refused for its credits does not end it',
      control: 'sessions.continue/given-id-is-accepted-again',
      probe: refusedSpeechBetween,
      expect: [unlessDeclined(remembersBehindARefusal, anyRecalls)],
      fault: 'sessions-ended-by-an-uncovered-use',
    },
  },
});
