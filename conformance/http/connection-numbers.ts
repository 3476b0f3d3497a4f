import { subscribe } from 'node:diagnostics_channel';

/** The number of each connection on which something was sent, unique within this process. */
const numbers = new WeakMap<object, number>();
let last = 0;
/** Callback of the request that undici has just reported as begun. */
let beginning: ((connection: number) => void) | undefined;
let isListening = false;

/**
 * Calls `told` with the number of the connection on which a request goes out. Must be called in the turn in which
 * undici reports that the request begins: only this diagnostics channel names the connection, later in the same turn.
 */
export function reportConnectionNumber(told: (connection: number) => void): void {
  if (!isListening) subscribe('undici:client:sendHeaders', heard);
  isListening = true;
  beginning = told;
}

function heard(message: unknown): void {
  const told = beginning;
  beginning = undefined;
  if (told !== undefined && isOfConnection(message) && !isShared(message.socket)) told(numberOf(message.socket));
}

/** On HTTP/2 many requests share a connection at the same time, so their order says nothing. */
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
