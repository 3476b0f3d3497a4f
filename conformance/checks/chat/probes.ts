import { chatCall, nameOfProbe, type Body, type CallChange } from '../../model/calls.ts';
import { endpoints } from '../../contract/limits.ts';
import { needsOf } from '../../model/probes/standard-probes.ts';
import { minimalMessage } from '../../model/probes/plain-chat.ts';
import type { StepInputs, Probe } from '../../model/probe.ts';

export { minimalMessage };

/** A chat with the first known bot, as a whole reply (4.2). */
export function chat(body: Body = minimalMessage, change: CallChange = {}): Probe {
  return oneChat('chat', body, change);
}

/** The same as a stream (4.3). */
export function stream(body: Body = minimalMessage, change: CallChange = {}): Probe {
  return oneChat('stream', body, change);
}

function oneChat(operation: 'chat' | 'stream', body: Body, change: CallChange): Probe {
  return {
    name: nameOfProbe(operation, body, change),
    needs: [...needsOf(change.as ?? 'token'), 'bot'],
    costs: { chats: 1, speeches: 0 },
    steps: [({ bot }) => [chatCall(operation, bot, body, change)]],
  };
}

/** Letters beyond ASCII between two words that show where the bot repeats them. */
export const someLetters: Probe = {
  name: 'chat of letters beyond ASCII',
  needs: ['token', 'bot'],
  costs: { chats: 1, speeches: 0 },
  steps: [({ bot, nonce }) => [chatCall('chat', bot, { message: repeatRequest('é à ü ñ ß ø', nonce) })]],
};

/** A request to repeat a text, which stands between two planted words. */
export function repeatRequest(text: string, nonce: StepInputs['nonce']): string {
  return `Please repeat this line: ${nonce('before')} ${text} ${nonce('after')}`;
}

/** Several bodies at once, each as a chat (or stream) of its own. */
export function chatEach(bodies: readonly Body[], operation: 'chat' | 'stream' = 'chat'): Probe {
  return {
    name: nameOfProbe(`${operation} with each of`, bodies),
    needs: ['token', 'bot'],
    costs: { chats: bodies.length, speeches: 0 },
    isCases: true,
    steps: [({ bot }) => bodies.map((body) => chatCall(operation, bot, body))],
  };
}

/** A bot id that no service has given out. */
export const unknownBotId = 'no-such-bot-a7c2';

/** A member that every object has in many languages, though nobody set it. */
export const inheritedName = 'constructor';

/**
 * An id with a quote, a line end, a non-ASCII letter and an emoji, which breaks headers and JSON that are built without
 * escaping.
 */
export const oddBotId = 'n"\u{f6}\r\nbot: \u{1f44b}';

/** A chat with a bot that does not exist. */
export function chatWithUnknownBot(operation: 'chat' | 'stream', bot: string = unknownBotId): Probe {
  return {
    name:
      bot === unknownBotId ? `${operation} with an unknown bot` : nameOfProbe(`${operation} with the unknown bot`, bot),
    needs: ['token'],
    costs: { chats: 1, speeches: 0 },
    steps: [() => [chatCall(operation, bot, minimalMessage)]],
  };
}

/** A bot id with invalid percent-encoding (two hexadecimal digits must follow the sign, RFC 3986 2.1). */
export function chatWithMalformedBot(operation: 'chat' | 'stream'): Probe {
  const path = endpoints[operation].path.replace('{botId}', '%E0%A4%A');
  return {
    name: `${operation} with a malformed bot id`,
    needs: ['token'],
    costs: { chats: 1, speeches: 0 },
    steps: [() => [chatCall(operation, '', minimalMessage, { path })]],
  };
}

/** A chat with a bot id of the same form as a listed id, which the service has not given out. */
export function chatWithMisreadBot(operation: 'chat' | 'stream'): Probe {
  return {
    name: `${operation} with a bot id of the usual form`,
    needs: ['token', 'bot'],
    costs: { chats: 1, speeches: 0 },
    steps: [({ bot }) => [chatCall(operation, misreadBot(bot), minimalMessage)]],
  };
}

/** A character is replaced by another of its row, so that hexadecimal, Base32, Base58 and other ids stay valid. */
const rows = ['234567', 'abcdef', 'ghjkmnpqrstvwxyz'];
/**
 * Number of last characters that are replaced; those before them, such as a prefix or the version of a UUID, belong to
 * the form.
 */
const misreadPlaces = 4;

/** An id of the same form whose last letters and digits differ. */
export function misreadBot(id: string): string {
  const places = [...id.matchAll(/[0-9A-Za-z]/g)].slice(-misreadPlaces).map(({ index }) => index);
  if (places.length === 0) return `${id}2`;
  return places.reduce((text, at) => text.slice(0, at) + misreadLetter(text.charAt(at)) + text.slice(at + 1), id);
}

function misreadLetter(char: string): string {
  const small = char.toLowerCase();
  const row = rows.find((each) => each.includes(small));
  const other = row === undefined ? (/\d/.test(char) ? '2' : 'h') : row.charAt((row.indexOf(small) + 1) % row.length);
  return char === small ? other : other.toUpperCase();
}
