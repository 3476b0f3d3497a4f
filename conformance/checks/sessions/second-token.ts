import { unknownBot } from '../chat/probes.ts';
import { botIdsIn } from '../../bodies/bots.ts';
import { noCost } from '../../model/costs.ts';
import { botsCall, chatCall } from '../../model/calls.ts';
import type { Seen } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Reason } from '../../model/run.ts';
import type { Probe } from '../../model/probe.ts';

/** Whether the other token is let in, asked for nothing: a list, and a chat that says nothing and has to be refused. */
export const secondToken: Probe = {
  name: 'whether the other token is let in',
  needs: ['otherToken'],
  costs: noCost,
  steps: [
    () => [botsCall({ as: 'otherToken' })],
    ({ seen, otherBot }) => {
      const bot = otherBot ?? seen.flatMap(botIdsIn)[0];
      return [chatCall('chat', bot ?? unknownBot, {}, { as: 'otherToken' })];
    },
  ],
};

/**
 * Why nothing can be learnt by the other token; undefined where nothing speaks against it. A key need not be allowed to
 * see the list (5.5, 5.6), so that a chat that takes it outweighs a list that does not.
 */
export function flawOfSecondToken(seen: Seen): Reason | undefined {
  const answered = seen.filter(({ response }) => response.is === 'answer');
  const word = answered.findLast(({ operation }) => operation === 'chat') ?? answered[0];
  return word === undefined || !isRefused(word)
    ? undefined
    : flaw(
        `--other-token is refused (status 401 to ${word.operation === 'bots' ? 'the list of bots' : 'a chat'})`,
        'give one that works',
      );
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
