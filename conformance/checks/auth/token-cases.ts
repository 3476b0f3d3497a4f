import { leastMessage } from '../chat/probes.ts';
import { bearerValue, chatCall } from '../../model/calls.ts';
import { isTaken } from '../../model/exchange.ts';
import { mutatedTokens } from '../../model/mutated-tokens.ts';
import type { Probe } from '../../model/probe.ts';

export const swapped = { authorization: `Bearer ${mutatedTokens.swapped}` };

/** Marks that no token holds (RFC 6750 2.1), one call each. */
export const withMarks: Probe = {
  name: 'chats with marks behind the token',
  needs: ['token', 'bot'],
  isCases: true,
  costs: { chats: 3, speeches: 0 },
  steps: [
    ({ bot }) =>
      [',', ';', '"'].map((mark) =>
        chatCall('chat', bot, leastMessage, { authorization: `${bearerValue('token')}${mark}` }),
      ),
  ],
};

/** A letter that no token holds, in Latin-1 and in UTF-8: each octet of the field is a character here. */
export const withLetterBeyondAscii: Probe = {
  name: 'chats with a letter beyond ASCII behind the token',
  needs: ['token', 'bot'],
  isCases: true,
  costs: { chats: 2, speeches: 0 },
  steps: [
    ({ bot }) =>
      ['\u00e9', '\u00c3\u00a9'].map((letter) =>
        chatCall('chat', bot, leastMessage, { authorization: `${bearerValue('token')}${letter}` }),
      ),
  ],
};

/** Again on a connection that no token was sent on before, where it is served: some servers keep the field values of one. */
export const inOtherCase: Probe = {
  name: 'chats with the letter case of the token swapped',
  needs: ['token', 'bot'],
  costs: { chats: 2, speeches: 0 },
  steps: [
    ({ bot }) => [chatCall('chat', bot, leastMessage, swapped)],
    ({ bot, seen }) =>
      seen.some(isTaken) ? [chatCall('chat', bot, leastMessage, { ...swapped, onNewConnection: true })] : [],
  ],
};
