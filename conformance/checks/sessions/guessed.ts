import { minimalMessage } from '../chat/probes.ts';
import { chatCall } from '../../model/calls.ts';
import type { ExchangeFilter } from '../../model/check.ts';
import { placeholders, stepIf, workspacePlaceholder, type StepInputs, type Probe } from '../../model/probe.ts';
import { probeNameOf } from '../../model/probe-names.ts';
import { everyAnswer } from '../../expectations/kinds.ts';
import { newestSessionId, noIdIn } from '../../expectations/bodies/carries-session-id.ts';
import { wordQuestion, plantText } from '../conversation.ts';
import { asksForOtherBot, otherBotIn } from '../other-bot.ts';

/**
 * Ids that nobody was given, which a store may match with any id: SQL, SQL that cuts off the other conditions of a
 * look-up, a LIKE pattern, a key pattern, an operator.
 */
const patterns: readonly unknown[] = ["' OR '1'='1", "' OR 1=1 -- ", '%', '*', { $ne: null }];

/** True where a workspace can be made, which is surely another one: a second token may belong to the same workspace. */
const isMade = ({ credentials }: StepInputs): boolean => credentials.includes('provisioner');

const asked = `${wordQuestion} All of them.`;

/**
 * A caller of another workspace asks for what was said under such ids, and begins with words that other conversations
 * began with. Sent once there is much to be found.
 */
export const guessedSessions: Probe = {
  name: 'ids that a store may take for any',
  needs: ['token', 'otherWorkspace', 'bot'],
  costs: { chats: 1 + patterns.length, speeches: 0 },
  steps: [
    (known) => (isMade(known) ? { make: { guesser: { kind: 'credit-balance', credits: 3 * patterns.length } } } : []),
    ...asksForOtherBot.map((step) => stepIf((known) => !isMade(known), step)),
    (known) => {
      const bot = isMade(known) ? (known.bots['guesser'] ?? '') : otherBotIn(known);
      const token = isMade(known) ? workspacePlaceholder('guesser') : placeholders.otherToken;
      const guesses = [minimalMessage, ...patterns.map((sessionId) => ({ message: asked, sessionId }))];
      return guesses.map((body) => chatCall('chat', bot, body, { authorization: `Bearer ${token}`, goes: 'late' }));
    },
  ],
};

/** Each answer to such an id. */
export const everyAnswerToGuess: ExchangeFilter = (exchange) =>
  probeNameOf(exchange) === guessedSessions.name && everyAnswer(exchange);

/** Plants a word and asks for it with an id that resembles the returned one and was not given out. */
export const misreadSession: Probe = {
  name: 'chat with a misread sessionId',
  needs: ['token', 'bot'],
  costs: { chats: 2, speeches: 0 },
  steps: [
    (known) => [chatCall('chat', known.bot, { message: plantText(known.nonce('word')) })],
    (known) => {
      const id = newestSessionId(known.seen);
      if (id === undefined) return noIdIn(known.seen);
      return [
        chatCall('chat', known.bot, { message: wordQuestion, sessionId: misread(JSON.parse(JSON.stringify(id))) }),
      ];
    },
  ],
};

/** An id of the same form: one character in the middle of each text and number is changed. */
function misread(id: unknown): unknown {
  if (typeof id === 'string') return misreadText(id);
  if (typeof id === 'number') return Number(misreadText(String(id)));
  if (typeof id !== 'object' || id === null) return typeof id === 'boolean' ? !id : id;
  return Array.isArray(id)
    ? id.map(misread)
    : Object.fromEntries(Object.entries(id).map(([name, value]) => [name, misread(value)]));
}

function misreadText(id: string): string {
  const places = [...id.matchAll(/[0-9A-Za-z]/g)].map(({ index }) => index);
  const at = places[places.length >> 1] ?? 0;
  return `${id.slice(0, at)}${id[at] === '1' ? '2' : '1'}${id.slice(at + 1)}`;
}
