import { chatCall } from '../../model/calls.ts';
import type { Seen } from '../../model/check.ts';
import type { Call, Known, Step } from '../../model/probe.ts';
import { sessionIdIn, type SessionId } from '../../expectations/bodies/carries-session-id.ts';
import { repeatsAWord } from '../../expectations/conversations/never-mixed.ts';
import { wordsPlantedIn } from '../../expectations/words/remembers.ts';

/** A bot that only greets in the first turn of a conversation is asked what a probe is about in a second one. */

/** Chats that say no more than hello, where the bot repeated no word so far. */
export function greetedFor(many: number): Step {
  return ({ bot, seen }) =>
    seen.some(repeatsAWord) ? [] : Array.from({ length: many }, () => chatCall('chat', bot, { message: 'Hello!' }));
}

/** Only where the bot was greeted by itself before. */
export function ifGreeted(step: (known: Known) => readonly Call[]): Step {
  return (known) => (sessionsGreeted(known.seen).length === 0 ? [] : step(known));
}

/** The sessions of these chats, in their order: `greetedFor` plants no word in what it says, and every other chat has one. */
export function sessionsGreeted(seen: Seen): readonly (SessionId | undefined)[] {
  return seen.filter((exchange) => wordsPlantedIn(exchange).length === 0).map(sessionIdIn);
}
