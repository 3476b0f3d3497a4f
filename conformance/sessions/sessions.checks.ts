import { clause } from '../core/check.ts';
import { chat } from '../chat/probes.ts';
import { isNoServerError } from '../expect/is-refusal.ts';
import { areSuccesses } from '../expect/is-success.ts';
import { statusSeen } from '../expect/observed.ts';
import { knowsNothingOfElsewhere, remembersThroughout } from '../expect/remembers.ts';
import { conversation, type Turn } from './probes.ts';

const tell: Turn = { by: 'chat', says: 'tells', session: 'new' };
const askOn: Turn = { by: 'chat', says: 'asks', session: 'first' };
const askOnInStream: Turn = { by: 'stream', says: 'asks', session: 'first' };
const unknownSession = { message: 'Hello again!', sessionId: 'no-such-session-a7c2' };

export const sessions = clause('2.3', 'sessions.continue', {
  says: 'A client passes the sessionId in the next request to continue the conversation',
  also: ['1', '2.2'],
  checks: {
    'given-id-is-accepted': {
      level: 'MUST',
      probe: conversation(tell, askOn),
      expect: [areSuccesses],
      fault: 'session-not-accepted',
    },
    'unknown-id-is-no-server-error': {
      level: 'MUST',
      twin: 'chat.request/accepts-least',
      probe: chat(unknownSession),
      expect: [isNoServerError],
      fault: 'unknown-session-500',
    },
    'remembers-in-every-turn': {
      level: 'SHOULD',
      probe: conversation(tell, askOn, askOn),
      expect: [remembersThroughout],
      fault: 'session-forgotten-after-second-turn',
    },
    'remembers-in-a-stream': {
      level: 'SHOULD',
      probe: conversation(tell, askOn, askOnInStream),
      expect: [remembersThroughout],
      fault: 'session-forgotten-in-stream',
    },
  },
  observations: {
    'unknown-id': { says: 'session lifetime: not shown', probe: chat(unknownSession), see: statusSeen },
  },
});

export const isolation = clause('1', 'sessions.isolation', {
  says: 'Conversations continue across requests through a session identifier returned by the service',
  also: ['2.3', '5'],
  checks: {
    'new-session-knows-nothing': {
      level: 'MUST',
      probe: conversation(tell, { by: 'chat', says: 'asks', session: 'new' }),
      expect: [knowsNothingOfElsewhere],
      fault: 'session-shared-by-all',
    },
    'other-workspace-knows-nothing': {
      level: 'MUST',
      probe: conversation(tell, { ...askOn, as: 'otherToken' }),
      expect: [knowsNothingOfElsewhere, isNoServerError],
      fault: 'session-shared-across-workspaces',
    },
  },
});
