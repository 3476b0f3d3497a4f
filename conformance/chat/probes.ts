import { chatCall, nameOf, type Body, type CallChange } from '../core/calls.ts';
import { needsOf } from '../core/standard-probes.ts';
import type { Probe } from '../core/probe.ts';

/** The least lawful chat request (2.2). */
export const leastMessage = { message: 'Hello! What can you do?' } as const;

/** One chat with the first bot that is known, as a whole reply (4.2). */
export function chat(body: Body = leastMessage, change: CallChange = {}): Probe {
  return oneChat('chat', body, change);
}

/** The same as a stream (4.3). */
export function stream(body: Body = leastMessage, change: CallChange = {}): Probe {
  return oneChat('stream', body, change);
}

function oneChat(operation: 'chat' | 'stream', body: Body, change: CallChange): Probe {
  return {
    name: nameOf(operation, body, change),
    needs: [...needsOf(change.as ?? 'token'), 'bot'],
    costs: { chats: 1, speeches: 0 },
    steps: [({ bot }) => [chatCall(operation, bot, body, change)]],
  };
}

/** A bot id that no service has given out. */
export const unknownBot = 'no-such-bot-a7c2';

/** A chat with a bot that is not there. */
export function chatWithUnknownBot(operation: 'chat' | 'stream'): Probe {
  return {
    name: `${operation} with an unknown bot`,
    needs: ['token'],
    costs: { chats: 1, speeches: 0 },
    steps: [() => [chatCall(operation, unknownBot, leastMessage)]],
  };
}
