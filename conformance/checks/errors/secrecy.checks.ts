import { intrusionsInSession, tokenInQuery } from '../auth/probes.ts';
import { clause, type PositiveControl } from '../../model/check.ts';
import { isAccepted } from '../../model/exchange.ts';
import { echoesNoSecret, leaksNoTokenOfOthers } from '../../expectations/bodies/echoes-no-secret.ts';
import { everyAnswer } from '../../expectations/kinds.ts';
import { missingProductReason } from '../../expectations/statuses/lacks-its-product.ts';
import { speak } from '../speech/probes.ts';

const spoken = speak();

/** A service that does not know or read the token may have nothing to repeat. */
const tokenIsRead: PositiveControl = {
  says: 'the token is read: a speech with it is answered',
  probe: spoken,
  shownIn: (seen) => {
    const answered = seen.filter((each) => isAccepted(each) && missingProductReason(each) === undefined);
    if (answered.length > 0) return { by: answered };
    return { because: 'no speech with the token was answered, so it is unknown whether it was read' };
  },
};

/** SHOULD: the document does not forbid repeating the token; not doing so is good practice (CWE-209, CWE-532). */
export const secrecy = clause('7.1', 'errors.secrecy', {
  requirement: 'No answer repeats the token of its request: answers and errors are logged, pasted and shown',
  also: ['2.7', '5.1'],
  absence: 'secrecy',
  positiveControl: tokenIsRead,
  checks: {
    'keeps-the-token': {
      title: 'Never includes the token of a request in the response',
      level: 'SHOULD',
      ofEvery: everyAnswer,
      probe: speak({}, tokenInQuery),
      expect: [echoesNoSecret],
      fault: 'error-echoes-query',
      alsoFinds: ['error-echoes-headers', 'error-echoes-credentials', 'bots-tell-the-token'],
    },
    'keeps-the-tokens-of-others': {
      title: 'Never tells the token of one caller to another',
      level: 'MUST',
      requirement: 'A token is its caller’s own: no answer tells it to another caller, or to one without a token',
      ofEvery: everyAnswer,
      besides: true,
      probe: intrusionsInSession('chat'),
      expect: [leaksNoTokenOfOthers],
      fault: 'error-tells-the-last-token',
    },
  },
});
