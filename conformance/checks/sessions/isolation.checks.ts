import { clause, type Expectation } from '../../model/check.ts';
import { sessionIdIn } from '../../expectations/bodies/carries-session-id.ts';
import { everyAnswer, everyWholeSuccessOf } from '../../expectations/kinds.ts';
import { areSuccesses } from '../../expectations/statuses/is-success.ts';
import {
  conversationsNeverMix,
  eachRecallsItsOwn,
  sessionIdsDiffer,
} from '../../expectations/conversations/many-conversations.ts';
import { sessionIdsAreUnique } from '../../expectations/conversations/ids-of-one-session.ts';
import { unlessSeveralSessionIds } from '../../expectations/conversations/of-several-ids.ts';
import { unlessEvicted } from '../../expectations/conversations/evicted-sessions.ts';
import { leaksNothingOfOtherSessions } from '../../expectations/conversations/nothing-of-other-sessions.ts';
import { leaksNothingOfOthers } from '../../expectations/others/nothing-of-others.ts';
import { leaksNoWordOfElsewhere } from '../../expectations/words/remembers.ts';
import { memoryShown } from '../../expectations/words/memory/memory-shown.ts';
import { bothRemember, wouldLeakOrIsRefused } from './foreign-controls.ts';
import { leaksNothingToIntruder } from './foreign-leaks.ts';
import { foreignSession } from './foreign-session.ts';
import { misreadSession } from './guessed.ts';
import { conversation } from '../conversation.ts';
import { manyConversations, alikeConversations, alikeStreams } from './probes.ts';
import { plantTurn, continuedThroughStream } from './turns.ts';

/** Whether a stream shows an id is open (4.3). Two streams that show different ids have no id in common. */
const staysApart: Expectation = (seen, run) => {
  if (seen.slice(0, 2).some((begun) => sessionIdIn(begun) === undefined))
    return {
      inconclusive: 'the stream shows no sessionId, neither in its data nor in a header field',
      isUnspecified: true,
    };
  return seen.length === 2 ? [] : leaksNoWordOfElsewhere(seen, run);
};

const another =
  'A sessionId is of its caller’s own conversation: another workspace that sends it is told nothing of that conversation';

export const isolation = clause('1', 'sessions.isolation', {
  requirement: 'Conversations continue across requests through a session identifier returned by the service',
  also: ['2.3', '5'],
  absence: 'isolation',
  checks: {
    'new-session-knows-nothing': {
      title: 'A new session repeats no word told in an earlier session',
      level: 'MUST',
      probe: conversation(plantTurn, { by: 'chat', says: 'question', session: 'new' }),
      positiveControl: memoryShown('chat', continuedThroughStream),
      expect: [leaksNoWordOfElsewhere],
      fault: 'session-shared-by-all',
    },
    // An id made of the first message, and a cached answer for the next caller who asks the same, are the same for both
    // sessions.
    'same-words-begin-another-session': {
      title: 'Two sessions that begin with the same message stay separate',
      level: 'MUST',
      probe: alikeConversations,
      positiveControl: memoryShown('chat', continuedThroughStream),
      expect: [unlessSeveralSessionIds(unlessEvicted(areSuccesses)), leaksNoWordOfElsewhere],
      fault: 'session-id-of-the-first-message',
      alsoFinds: ['answer-kept-for-who-asks-the-same', 'answer-shared-by-who-asks-the-same-at-once'],
    },
    'same-words-begin-another-session-by-stream': {
      title: 'Two sessions that begin by stream with the same message stay separate',
      level: 'MUST',
      control: 'stream.response/succeeds',
      probe: alikeStreams,
      positiveControl: memoryShown('chat', continuedThroughStream),
      expect: [staysApart],
      fault: 'session-id-of-the-first-message-by-stream',
    },
    // Not MUST: what an id does that was not given out is not shown, and a part of an id may be for its readers only.
    'misread-id-knows-nothing': {
      title: 'Continues no session under a sessionId with one character changed',
      level: 'SHOULD',
      control: 'chat.request/accepts-least',
      probe: misreadSession,
      positiveControl: memoryShown('chat', continuedThroughStream),
      expect: [leaksNoWordOfElsewhere],
      fault: 'session-found-by-its-beginning',
    },
    'new-stream-knows-nothing': {
      title: 'A new session by stream repeats no word told in an earlier stream',
      level: 'MUST',
      control: 'stream.response/succeeds',
      // Planted by the same operation by which memory is shown.
      probe: conversation({ ...plantTurn, by: 'stream' }, { by: 'stream', says: 'question', session: 'new' }),
      positiveControl: memoryShown('stream', continuedThroughStream),
      expect: [leaksNoWordOfElsewhere],
      fault: 'session-shared-in-streams',
    },
    'other-workspace-knows-nothing': {
      title: "Reveals no session to a chat with another workspace's sessionId (own bot)",
      level: 'MUST',
      requirement: another,
      probe: foreignSession,
      positiveControl: wouldLeakOrIsRefused('chat', 'own'),
      expect: leaksNothingToIntruder('chat', 'own'),
      fault: 'session-continued-by-any-workspace',
    },
    'other-workspace-knows-nothing-with-the-same-bot': {
      title: "Reveals no session to a chat with another workspace's sessionId (same bot)",
      level: 'MUST',
      requirement: another,
      probe: foreignSession,
      positiveControl: wouldLeakOrIsRefused('chat', 'same'),
      expect: leaksNothingToIntruder('chat', 'same'),
      fault: 'session-shared-across-workspaces',
    },
    'other-workspace-knows-nothing-in-a-stream': {
      title: "Reveals no session to a stream with another workspace's sessionId (own bot)",
      level: 'MUST',
      requirement: another,
      control: 'stream.response/succeeds',
      probe: foreignSession,
      positiveControl: wouldLeakOrIsRefused('stream', 'own'),
      expect: leaksNothingToIntruder('stream', 'own'),
      fault: 'session-continued-in-streams-by-any-workspace',
    },
    'other-workspace-knows-nothing-in-a-stream-with-the-same-bot': {
      title: "Reveals no session to a stream with another workspace's sessionId (same bot)",
      level: 'MUST',
      requirement: another,
      control: 'stream.response/succeeds',
      probe: foreignSession,
      positiveControl: wouldLeakOrIsRefused('stream', 'same'),
      expect: leaksNothingToIntruder('stream', 'same'),
      fault: 'session-shared-across-workspaces-in-stream',
    },
    // Judges every answer of the run: a leak that is rare, or in a refusal, would not show in a probe of its own.
    'other-workspace-hears-nothing-in-any-answer': {
      title: 'No answer contains words, sessionIds or botIds of another workspace',
      level: 'MUST',
      requirement:
        'A conversation belongs to the caller that got its identifier: no answer of the run repeats what only another workspace told, was given, or finds in its list of bots',
      ofEvery: everyAnswer,
      besides: true,
      probe: foreignSession,
      positiveControl: bothRemember('chat'),
      expect: [leaksNothingOfOthers],
      fault: 'citations-of-all-workspaces',
      alsoFinds: [
        'error-details-of-another-workspace',
        'reply-of-another-workspace-now-and-then',
        'bots-show-the-last-session',
        'unknown-bot-lists-the-bots-of-all',
        'stream-comment-of-another-workspace',
        'header-tells-the-session-of-another-workspace',
      ],
    },
    'new-session-hears-nothing-in-any-answer': {
      title: 'No reply contains words told in another session of the same caller',
      level: 'MUST',
      ofEvery: everyAnswer,
      besides: true,
      probe: conversation(plantTurn, { by: 'chat', says: 'question', session: 'new' }),
      positiveControl: memoryShown('chat', continuedThroughStream),
      expect: [leaksNothingOfOtherSessions],
      fault: 'citations-of-all-sessions',
      alsoFinds: [
        'reply-of-another-session-now-and-then',
        'session-hears-others-from-its-third-turn',
        'turn-with-the-history-of-another-session',
      ],
    },
    'many-at-once-never-mix': {
      title: 'Eight sessions begun at once never mix their words',
      level: 'MUST',
      probe: manyConversations,
      positiveControl: eachRecallsItsOwn,
      expect: [unlessSeveralSessionIds(unlessEvicted(areSuccesses)), conversationsNeverMix],
      fault: 'session-id-from-the-clock',
    },
    'ids-differ': {
      title: 'Gives eight sessions begun at once a different sessionId each',
      absence: 'none',
      level: 'SHOULD',
      probe: manyConversations,
      expect: [sessionIdsDiffer],
      root: 'always',
      fault: 'session-id-of-the-workspace',
    },
    // Not MUST, like the check before: a bot that remembers nothing may use a single id for all sessions.
    'ids-are-of-one-session': {
      title: 'Gives no chat the sessionId of another session',
      absence: 'none',
      level: 'SHOULD',
      ofEvery: everyWholeSuccessOf('chat'),
      together: true,
      probe: alikeConversations,
      expect: [sessionIdsAreUnique],
      root: 'always',
      fault: 'session-id-of-the-first-message',
      alsoFinds: ['answer-kept-for-who-asks-the-same', 'answer-shared-by-who-asks-the-same-at-once'],
    },
  },
});
