import { unknownBot } from '../chat/probes.ts';
import { botIdsIn } from '../../bodies/bots.ts';
import { noCost } from '../../model/costs.ts';
import { botsCall, chatCall } from '../../model/calls.ts';
import type { Seen } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Reason } from '../../model/run.ts';
import type { Call, Known, Probe } from '../../model/probe.ts';

const sayNothing = ({ seen, otherBot }: Known): Call => {
  const bot = otherBot ?? seen.flatMap(botIdsIn)[0];
  return chatCall('chat', bot ?? unknownBot, {}, { as: 'otherToken' });
};

const sayNothingTimes = (count: number, known: Known): readonly Call[] =>
  Array.from({ length: count }, () => sayNothing(known));

/**
 * Whether the other token is let in, asked for nothing: a list, and a chat that says nothing and has to be refused. One of
 * several servers may not know it, so that a chat that does not take it is asked for twice again; and where that is so, some
 * more show that it is refused behind one that was let in.
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
 * Why nothing can be learnt by the other token; undefined where nothing speaks against it. A key need not be allowed to
 * see the list (5.5, 5.6), so that a chat that takes it outweighs a list that does not.
 */
export function flawOfSecondToken(seen: Seen): Reason | undefined {
  const answered = seen.filter(({ response }) => response.is === 'answer');
  const chats = answered.filter(isChat);
  // One that is taken shows that the token is good: what refuses it elsewhere is judged.
  const word = chats.find((chat) => !isRefused(chat)) ?? chats[0] ?? answered[0];
  return word === undefined || !isRefused(word)
    ? undefined
    : flaw(
        `--other-token is refused (status 401 to ${word.operation === 'bots' ? 'the list of bots' : 'a chat'})`,
        'give one that works',
      );
}

function isMixed(chats: Seen): boolean {
  return chats.some(isRefused) && chats.some((chat) => chat.response.is === 'answer' && !isRefused(chat));
}

function isChat({ operation }: Exchange): boolean {
  return operation === 'chat';
}

/** A 403 may be for the bot. */
function isRefused({ response }: Exchange): boolean {
  return response.is === 'answer' && response.status === 401;
}

/** Where both are one there is nothing to ask. */
export const sameToken = flaw('--other-token is the same as --token', 'give one of another workspace');

function flaw(seen: string, advice: string): Reason {
  return { because: `${seen}: ${advice}`, about: { is: 'token', which: 'otherToken', seen, advice } };
}
