import { clause } from '../../model/check.ts';
import { everyAnswerOf } from '../../expectations/kinds.ts';
import { keepsNewerSessions } from '../../expectations/conversations/newer-are-kept.ts';
import { sameBeginning } from './probes.ts';

export const keptSessions = clause('2.3', 'sessions.kept', {
  requirement: 'A client passes the sessionId in the next request to continue the conversation',
  also: ['1', '8.2'],
  checks: {
    // Now and then, or by one of several servers: a conversation that is sent once more may meet none of it.
    'while-older-go-on': {
      title: 'Refuses no session while an older one goes on',
      absence: 'none',
      level: 'MUST',
      ofEvery: everyAnswerOf('chat', 'stream'),
      together: true,
      probe: sameBeginning,
      expect: [keepsNewerSessions],
      fault: 'sessions-of-a-full-store',
      alsoFinds: ['session-unknown-now-and-then'],
    },
  },
});
