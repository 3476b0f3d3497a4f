import { clause } from '../core/check.ts';
import { listBots } from '../core/standard-probes.ts';
import { hasErrorEnvelope } from '../expect/has-error-envelope.ts';
import { challengesWhere401 } from '../expect/has-status.ts';
import { isNoServerError } from '../expect/is-refusal.ts';
import { whereRefused } from '../expect/judged-as.ts';

const twin = 'bots.list/succeeds';
const probe = listBots('none');

export const anonymous = clause('4.1', 'bots.anonymous', {
  says: 'Whether GET /v1/bots requires credentials is open; how it refuses is not',
  also: ['5', '7.1'],
  checks: {
    'is-no-server-error': {
      level: 'MUST',
      says: 'Missing credentials are no error of the server (RFC 9110 15.6)',
      twin,
      probe,
      expect: [isNoServerError],
      fault: 'bots-anonymous-500',
    },
    'is-refused-in-kind': {
      level: 'MUST',
      says: 'Error responses carry an object error',
      twin,
      probe,
      expect: [whereRefused(hasErrorEnvelope)],
      fault: 'bots-anonymous-refused-in-text',
    },
    '401-names-the-scheme': {
      level: 'HTTP',
      says: 'A 401 carries WWW-Authenticate (RFC 9110 15.5.2)',
      twin,
      probe,
      expect: [challengesWhere401],
      fault: 'bots-anonymous-without-challenge',
    },
  },
});
