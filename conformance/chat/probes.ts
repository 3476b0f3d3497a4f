import { chatCall, nameOf, type Body, type CallChange } from '../core/calls.ts';
import { endpoints } from '../contract/limits.ts';
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

/** Several bodies at once, each as a chat (or stream) of its own. */
export function chats(bodies: readonly Body[], operation: 'chat' | 'stream' = 'chat'): Probe {
  return {
    name: nameOf(`${operation} with each of`, bodies),
    needs: ['token', 'bot'],
    costs: { chats: bodies.length, speeches: 0 },
    steps: [({ bot }) => bodies.map((body) => chatCall(operation, bot, body))],
  };
}

/** A bot id that no service has given out. */
export const unknownBot = 'no-such-bot-a7c2';

/** What every object of many languages has, though nobody put it there. */
export const inheritedName = 'constructor';

/** A chat with a bot that is not there. */
export function chatWithUnknownBot(operation: 'chat' | 'stream', bot: string = unknownBot): Probe {
  return {
    name: bot === unknownBot ? `${operation} with an unknown bot` : nameOf(`${operation} with the unknown bot`, bot),
    needs: ['token'],
    costs: { chats: 1, speeches: 0 },
    steps: [() => [chatCall(operation, bot, leastMessage)]],
  };
}

/** A bot id whose percent-encoding is none (RFC 3986 2.1: two hexadecimal digits have to follow). */
export function chatWithMalformedBot(operation: 'chat' | 'stream'): Probe {
  const path = endpoints[operation].path.replace('{botId}', '%E0%A4%A');
  return {
    name: `${operation} with a malformed bot id`,
    needs: ['token'],
    costs: { chats: 1, speeches: 0 },
    steps: [() => [chatCall(operation, '', leastMessage, { path })]],
  };
}
