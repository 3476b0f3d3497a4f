import { chat } from '../chat/probes.ts';
import { clause } from '../core/check.ts';
import { hasErrorEnvelope } from '../expect/has-error-envelope.ts';
import { isUncoveredChat } from '../expect/has-status.ts';

export const spentToken = clause('8.2', 'metering.spent-token', {
  says: 'A chat that cannot be covered is refused with 402, told by a token with nothing left',
  also: ['4.2', '7.1', '7.3'],
  checks: {
    'chat-is-402': {
      level: 'MUST',
      probe: chat(undefined, { as: 'spentToken', judges402: true }),
      expect: [isUncoveredChat, hasErrorEnvelope],
      fault: 'chat-refused-with-403-when-spent',
    },
  },
});
