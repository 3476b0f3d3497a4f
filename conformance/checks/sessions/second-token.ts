import { unknownBotId } from '../chat/probes.ts';
import { botIdsIn } from '../../bodies/bots.ts';
import { noCost } from '../../model/costs.ts';
import { botsCall, chatCall } from '../../model/calls.ts';
import type { Exchanges } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Reason } from '../../model/run.ts';
import type { Call, StepInputs, Probe } from '../../model/probe.ts';

const sayNothing = ({ seen, otherBot }: StepInputs): Call => {
  const bot = otherBot ?? seen.flatMap(botIdsIn)[0];
  return chatCall('chat', bot ?? unknownBotId, {}, { as: 'otherToken' });
};

const sayNothingTimes = (count: number, known: StepInputs): readonly Call[] =>
  Array.from({ length: count }, () => sayNothing(known));

/**
 * Asks at no cost whether the other token is accepted: a list, and a chat without a message, which must be refused. One
 * of several servers may not know the token: a chat that is refused for it is sent twice more, and where the answers
 * differ, four more chats follow, to show whether it is refused after it was accepted.
 */
export const secondToken: Probe = {
  name: 'whether the other token is let in',
  needs: ['otherToken'],
  costs: noCost,
  steps: [
    () => [botsCall({ as: 'otherToken' })],
    (known) => [sayNothing(known)],
    (known) => sayNothingTimes(known.seen.filter(isChat).some(isRefused) ? 2 : 0, known),
    (known) => sayNothingTimes(isMixed(known.seen.filter(isChat)) ? 4 : 0, known),
  ],
};

/**
 * Why the other token cannot show anything; undefined where nothing speaks against it. A key need not be allowed to see
 * the list (5.5, 5.6), so that a chat that accepts it outweighs a list that does not.
 */
export function whyOtherTokenIsUnusable(seen: Exchanges): Reason | undefined {
  const answered = seen.filter(({ response }) => response.is === 'answer');
  const chats = answered.filter(isChat);
  // A chat that accepts the token shows that it is valid; refusals of it elsewhere are judged.
  const word = chats.find((chat) => !isRefused(chat)) ?? chats[0] ?? answered[0];
  return word === undefined || !isRefused(word)
    ? undefined
    : flaw(
        `--other-token is refused (status 401 to ${word.operation === 'bots' ? 'the list of bots' : 'a chat'})`,
        'give one that works',
      );
}

function isMixed(chats: Exchanges): boolean {
  return chats.some(isRefused) && chats.some((chat) => chat.response.is === 'answer' && !isRefused(chat));
}

function isChat({ operation }: Exchange): boolean {
  return operation === 'chat';
}

/** Only a 401: a 403 may be for the bot. */
function isRefused({ response }: Exchange): boolean {
  return response.is === 'answer' && response.status === 401;
}

/** Where both tokens are the same there is nothing to ask. */
export const sameTokenReason = flaw('--other-token is the same as --token', 'give one of another workspace');

function flaw(seen: string, advice: string): Reason {
  return { because: `${seen}: ${advice}`, about: { is: 'token', which: 'otherToken', seen, advice } };
}
