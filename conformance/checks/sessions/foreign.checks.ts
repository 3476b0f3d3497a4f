import { clause } from '../../model/check.ts';
import { leaksNothingOfOthers } from '../../expectations/others/nothing-of-others.ts';
import { bothRemember } from './foreign-controls.ts';
import { foreignSession } from './foreign-session.ts';
import { everyAnswerToGuess, guessedSessions } from './guessed.ts';
import { foreignTries, triesLeakNothing, triedSessionsRemember } from './foreign-tries.ts';

export const foreign = clause('1', 'sessions.foreign', {
  requirement:
    'A sessionId gives access only to the conversations of its own workspace, in any spelling and at any time',
  also: ['2.2', '2.3', '5'],
  absence: 'isolation',
  checks: {
    'opens-nothing': {
      title: 'Reveals no session to another workspace that adds flags or varies the sessionId',
      level: 'MUST',
      control: 'stream.response/succeeds',
      probe: foreignTries,
      positiveControl: triedSessionsRemember('soon'),
      expect: [triesLeakNothing('soon')],
      fault: 'session-with-a-flag-continued-by-any-workspace',
      alsoFinds: [
        'session-begun-in-a-stream-continued-by-any-workspace',
        'session-in-a-list-continued-by-any-workspace',
        'session-of-a-cut-id-continued-by-any-workspace',
        'session-with-web-search-continued-by-any-workspace',
      ],
    },
    'opens-nothing-while-it-streams': {
      title: 'Reveals no session to another workspace while that session streams',
      level: 'MUST',
      control: 'stream.response/succeeds',
      probe: foreignTries,
      positiveControl: triedSessionsRemember('meanwhile'),
      expect: [triesLeakNothing('meanwhile')],
      fault: 'session-continued-by-any-workspace-while-it-streams',
      alsoFinds: ['session-in-blanks-continued-by-any-workspace'],
    },
    'opens-nothing-later': {
      title: 'Reveals no session to another workspace that sends its sessionId later',
      level: 'MUST',
      control: 'stream.response/succeeds',
      probe: foreignTries,
      positiveControl: triedSessionsRemember('late'),
      expect: [triesLeakNothing('late')],
      fault: 'session-put-away-continued-by-any-workspace',
      alsoFinds: ['session-continued-by-an-older-workspace', 'session-with-a-long-message-continued-by-any-workspace'],
    },
    'pattern-opens-nothing': {
      title: "Reveals no other workspace's session to SQL or wildcards as sessionId",
      level: 'MUST',
      requirement:
        'A sessionId is of its caller’s own conversation, and a pattern that matches any id in a store is no sessionId',
      ofEvery: everyAnswerToGuess,
      besides: true,
      probe: guessedSessions,
      positiveControl: { ...bothRemember('chat'), probe: foreignSession },
      expect: [leaksNothingOfOthers],
      fault: 'session-id-in-sql',
      alsoFinds: [
        'session-id-in-sql-before-its-owner',
        'session-id-like',
        'session-id-a-pattern',
        'session-id-an-operator',
      ],
    },
  },
});
