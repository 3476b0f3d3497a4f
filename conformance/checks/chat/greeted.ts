import { chatCall } from '../../model/calls.ts';
import type { Exchanges } from '../../model/check.ts';
import type { Call, StepInputs, Step } from '../../model/probe.ts';
import { sessionIdIn, type SessionId } from '../../expectations/bodies/carries-session-id.ts';
import { repeatsOwnWord } from '../../expectations/conversations/never-mixed.ts';
import { wordsPlantedIn } from '../../expectations/words/remembers.ts';

/**
 * For a bot that only greets in the first turn of a conversation: it gets the request of the probe in a second turn.
 */

/** Chats that only greet, sent where the bot has repeated no planted word so far. */
export function greetUnlessRepeating(many: number): Step {
  return ({ bot, seen }) =>
    seen.some(repeatsOwnWord) ? [] : Array.from({ length: many }, () => chatCall('chat', bot, { message: 'Hello!' }));
}

/** Only sent where the bot was greeted before. */
export function ifGreeted(step: (known: StepInputs) => readonly Call[]): Step {
  return (known) => (greetedSessionIds(known.seen).length === 0 ? [] : step(known));
}

/**
 * Session ids of the greetings, in order: `greetUnlessRepeating` plants no word in its messages, and every other chat has one.
 */
export function greetedSessionIds(seen: Exchanges): readonly (SessionId | undefined)[] {
  return seen.filter((exchange) => wordsPlantedIn(exchange).length === 0).map(sessionIdIn);
}
