import { tokenInQuery } from '../auth/probes.ts';
import { clause } from '../core/check.ts';
import { echoesNoSecret } from '../expect/echoes-no-secret.ts';
import { everyAnswer } from '../expect/kinds.ts';
import { speak } from '../speech/probes.ts';

/** The document does not say that an answer keeps the token to itself: good practice (CWE-209, CWE-532). */
export const secrecy = clause('7.1', 'errors.secrecy', {
  says: 'No answer repeats the token of its request: answers and errors are logged, pasted and shown',
  also: ['2.7', '5.1'],
  absence: 'secrecy',
  checks: {
    'keeps-the-token': {
      level: 'SHOULD',
      ofEvery: everyAnswer,
      probe: speak({}, tokenInQuery),
      expect: [echoesNoSecret],
      fault: 'error-echoes-query',
      alsoFinds: ['error-echoes-headers', 'error-echoes-credentials', 'bots-tell-the-token'],
    },
  },
});
