import { clause } from '../../model/check.ts';
import { listBots } from '../../model/probes/standard-probes.ts';
import { isNoServerError } from '../../expectations/statuses/is-refusal.ts';

const control = 'bots.list/succeeds';
const probe = listBots('none');

export const anonymous = clause('4.1', 'bots.anonymous', {
  requirement: 'Whether GET /v1/bots requires credentials is not specified; how it refuses is',
  also: ['5', '7.1'],
  checks: {
    'is-no-server-error': {
      title: 'Listing bots without a token causes no 5xx',
      level: 'MUST',
      requirement: 'Missing credentials cause no server error (RFC 9110 15.6)',
      control,
      probe,
      expect: [isNoServerError],
      fault: 'bots-anonymous-500',
    },
  },
});
