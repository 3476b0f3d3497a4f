import { subscribe } from 'node:diagnostics_channel';

/** Each connection that something was sent on has one, of its own within this process. */
const numbers = new WeakMap<object, number>();
let last = 0;
/** Who has just been told that its request begins. */
let beginning: ((connection: number) => void) | undefined;
let isListening = false;

/**
 * Tells the number of the connection on which a request goes out; called in the turn in which undici says that it begins.
 * Only on this channel undici says which connection it is, and it does so later in the same turn.
 */
export function tellConnection(told: (connection: number) => void): void {
  if (!isListening) subscribe('undici:client:sendHeaders', heard);
  isListening = true;
  beginning = told;
}

function heard(message: unknown): void {
  const told = beginning;
  beginning = undefined;
  if (told !== undefined && isOfConnection(message) && !isShared(message.socket)) told(numberOf(message.socket));
}

/** By HTTP/2 many are under way on one connection at the same time, and none is before another. */
function isShared(socket: object): boolean {
  return 'alpnProtocol' in socket && socket.alpnProtocol === 'h2';
}

function isOfConnection(message: unknown): message is { readonly socket: object } {
  return typeof message === 'object' && message !== null && 'socket' in message && typeof message.socket === 'object';
}

function numberOf(socket: object): number {
  const number = numbers.get(socket) ?? (last += 1);
  numbers.set(socket, number);
  return number;
}
