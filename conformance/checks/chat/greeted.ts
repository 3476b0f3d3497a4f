import { chatCall } from '../../model/calls.ts';
import type { Seen } from '../../model/check.ts';
import type { Call, Known, Step } from '../../model/probe.ts';
import { sessionIdIn, type SessionId } from '../../expectations/bodies/carries-session-id.ts';
import { repeatsAWord } from '../../expectations/conversations/never-mixed.ts';
import { wordsPlantedIn } from '../../expectations/words/remembers.ts';

/**
 * For a bot that only greets in the first turn of a conversation: it gets the request of the probe in a second turn.
 */

/** Chats that only greet, sent where the bot has repeated no planted word so far. */
export function greetedFor(many: number): Step {
  return ({ bot, seen }) =>
    seen.some(repeatsAWord) ? [] : Array.from({ length: many }, () => chatCall('chat', bot, { message: 'Hello!' }));
}

/** Only sent where the bot was greeted before. */
export function ifGreeted(step: (known: Known) => readonly Call[]): Step {
  return (known) => (sessionsGreeted(known.seen).length === 0 ? [] : step(known));
}

/**
 * Session ids of the greetings, in order: `greetedFor` plants no word in its messages, and every other chat has one.
 */
export function sessionsGreeted(seen: Seen): readonly (SessionId | undefined)[] {
  return seen.filter((exchange) => wordsPlantedIn(exchange).length === 0).map(sessionIdIn);
}
