import { botIdsIn } from '../core/bots.ts';
import { botsCall, chatCall } from '../core/calls.ts';
import { clause } from '../core/check.ts';
import type { Probe } from '../core/probe.ts';
import { hasErrorEnvelope } from '../expect/has-error-envelope.ts';
import { errorSaysJson } from '../expect/is-json.ts';
import { isUncoveredChat } from '../expect/has-status.ts';

/** A workspace may have bots of its own. */
const chatOfTheSpent: Probe = {
  name: 'chat as spentToken',
  needs: ['spentToken', 'bot'],
  costs: { chats: 1, speeches: 0 },
  steps: [
    () => [botsCall({ as: 'spentToken' })],
    ({ bot, seen, nonce }) => {
      const own = seen.flatMap((exchange) => botIdsIn(exchange));
      const chosen = own.includes(bot) ? bot : (own[0] ?? bot);
      return [chatCall('chat', chosen, { message: `Hello ${nonce('hello')}!` }, { as: 'spentToken', judges402: true })];
    },
  ],
};

export const spentToken = clause('8.2', 'metering.spent-token', {
  says: 'A chat that cannot be covered is refused with 402, told by a token with nothing left',
  also: ['4.2', '7.1', '7.3'],
  checks: {
    'chat-is-402': {
      level: 'MUST',
      probe: chatOfTheSpent,
      expect: [isUncoveredChat, hasErrorEnvelope, errorSaysJson],
      twin: 'chat.request/accepts-least',
      fault: 'chat-refused-with-403-when-spent',
    },
  },
});
