import { botIdsIn } from '../../bodies/bots.ts';
import { botsCall, chatCall } from '../../model/calls.ts';
import { clause, type Expectation } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Call, StepInputs, Probe } from '../../model/probe.ts';
import { hasErrorEnvelope } from '../../expectations/bodies/has-error-envelope.ts';
import { errorSaysJson } from '../../expectations/bodies/is-json.ts';
import { isUncoveredChat } from '../../expectations/statuses/has-status.ts';
import { callFor, workspaceCaller } from './spending/uses.ts';

/** Most bots that are tried: a list may have bots that cannot be used yet, such as drafts. */
const mostBots = 3;

const isGiven = ({ credentials }: StepInputs): boolean => credentials.includes('spentToken');

/**
 * With the token that was given, otherwise with the token of a workspace that is made for it. A workspace may have bots
 * of its own.
 */
const chatOfTheSpent: Probe = {
  name: 'chat as spentToken',
  needs: ['spentWorkspace', 'bot'],
  costs: { chats: 1, speeches: 0 },
  steps: [
    (known) =>
      isGiven(known)
        ? [botsCall({ as: 'spentToken', judges: { status402: true } })]
        : { make: { spent: { kind: 'credit-balance', credits: 0 } } },
    (known) =>
      isGiven(known) ? chatsWith(known, 0) : [callFor('chat', workspaceCaller(known, 'spent'), known, false)],
    ...Array.from({ length: mostBots - 1 }, (_, before) => (known: StepInputs) => {
      const isRefusedOtherwise = isGiven(known) && known.seen.slice(1).every(isRefusedByItsBot);
      return isRefusedOtherwise ? chatsWith(known, before + 1) : [];
    }),
  ],
};

/**
 * The bot of the run where the workspace lists it too, since it works for others, or lists none, as where the list itself
 * is refused for the balance; otherwise the workspace's own bots, one after the other.
 */
function chatsWith({ bot, seen, nonce }: StepInputs, at: number): readonly Call[] {
  const own = [...new Set(seen.slice(0, 1).flatMap((exchange) => botIdsIn(exchange)))];
  const chosen = own.includes(bot) || own.length === 0 ? [bot] : own;
  return chosen
    .slice(at, at + 1)
    .map((id) =>
      chatCall('chat', id, { message: `Hello ${nonce('hello')}!` }, { as: 'spentToken', judges: { status402: true } }),
    );
}

/** A refusal that is not for the balance or the token: perhaps this bot cannot be used. */
function isRefusedByItsBot({ response }: Exchange): boolean {
  return response.is === 'answer' && [400, 403, 404, 409, 410, 422, 423].includes(response.status);
}

/** A token that is not accepted says nothing of the balance of its workspace. */
const isUncoveredWhereLetIn: Expectation = (seen) => {
  const last = seen.at(-1);
  return last?.response.is === 'answer' && last.response.status === 401
    ? { inconclusive: 'the chat got status 401: its token is not accepted' }
    : isUncoveredChat(seen);
};

export const spentToken = clause('8.2', 'metering.spent-token', {
  requirement: 'A chat that cannot be covered is refused with 402, also for a token with nothing left',
  also: ['4.2', '7.1', '7.3'],
  checks: {
    'chat-is-402': {
      title: 'Refuses a chat with 402 and the error object for a token at 0 credits',
      level: 'MUST',
      probe: chatOfTheSpent,
      expect: [isUncoveredWhereLetIn, hasErrorEnvelope, errorSaysJson],
      control: 'chat.request/accepts-least',
      fault: 'chat-refused-with-403-when-spent',
    },
  },
});
