import { chatCall, nameOfProbe } from '../calls.ts';
import type { Probe } from '../probe.ts';

/** The smallest valid chat request (2.2). */
export const minimalMessage = { message: 'Hello! What can you do?' } as const;

/** One chat with nothing unusual in it, as a whole reply. */
export const plainChat = plain('chat');

/** The same as a stream. */
export const plainStream = plain('stream');

function plain(operation: 'chat' | 'stream'): Probe {
  return {
    name: nameOfProbe(operation, minimalMessage),
    needs: ['token', 'bot'],
    costs: { chats: 1, speeches: 0 },
    steps: [({ bot }) => [chatCall(operation, bot, minimalMessage)]],
  };
}
