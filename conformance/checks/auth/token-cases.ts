import { minimalMessage } from '../chat/probes.ts';
import { bearerValue, chatCall } from '../../model/calls.ts';
import { isAccepted } from '../../model/exchange.ts';
import { mutatedTokens } from '../../model/mutated-tokens.ts';
import type { Probe } from '../../model/probe.ts';

const swappedCaseToken = { authorization: `Bearer ${mutatedTokens.swapped}` };

/** Chats with each of these endings behind the token, one call each. */
function behindTheToken(what: string, endings: readonly string[]): Probe {
  return {
    name: `chats with ${what} behind the token`,
    needs: ['token', 'bot'],
    isCases: true,
    costs: { chats: endings.length, speeches: 0 },
    steps: [
      ({ bot }) =>
        endings.map((ending) =>
          chatCall('chat', bot, minimalMessage, { authorization: `${bearerValue('token')}${ending}` }),
        ),
    ],
  };
}

/** Characters that no token contains (RFC 6750 2.1). */
export const tokenWithMarks = behindTheToken('marks', [',', ';', '"']);

/** A letter that no token contains, in Latin-1 and in UTF-8: each octet of the field is a character here. */
export const tokenBeyondAscii = behindTheToken('a letter beyond ASCII', ['\u00e9', '\u00c3\u00a9']);

/**
 * Where the chat is served, repeats it on a connection that has carried no token: some servers reuse the field values
 * that a connection has carried before.
 */
export const tokenInOtherCase: Probe = {
  name: 'chats with the letter case of the token swapped',
  needs: ['token', 'bot'],
  costs: { chats: 2, speeches: 0 },
  steps: [
    ({ bot }) => [chatCall('chat', bot, minimalMessage, swappedCaseToken)],
    ({ bot, seen }) =>
      seen.some(isAccepted)
        ? [chatCall('chat', bot, minimalMessage, { ...swappedCaseToken, goes: 'onNewConnection' })]
        : [],
  ],
};
