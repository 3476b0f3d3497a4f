import { isLikeOneOf } from './alike-events.ts';
import { carryingIn } from './joined.ts';
import type { ContentRule } from './rule.ts';
import type { StreamEvent } from './stream-event.ts';

type Events = readonly StreamEvent[];

export type RuleConflict = 'noText' | 'strangeText';

const words: Readonly<Record<RuleConflict, string>> = {
  noText: 'holds no text where another message is answered',
  strangeText: 'holds a text first that may be no reply, where another message is answered',
};

export function conflictText(conflict: RuleConflict, rule: string): string {
  return `${rule} ${words[conflict]}`;
}

/**
 * Why a rule that reads the replies to repeated words is not to be trusted with another message, if so: for such a one
 * a tool may be called or a thought be thought first, with a text of its own at the same place. What comes behind the
 * first text of the reply is no matter: no time counts to it.
 *
 * @param heard the streams that the rule was learned from
 */
export function ruleConflictIn(
  rule: ContentRule,
  heard: readonly Events[],
  another: readonly Events[],
): RuleConflict | undefined {
  const known = heard.map((events) => carryingIn(events, rule).map(({ event }) => event));
  for (const events of another) {
    const [first] = carryingIn(events, rule);
    if (first === undefined) return 'noText';
    if (!isLikeOneOf(first.event, known.flat(), (value) => isKind(value, known.length))) return 'strangeText';
  }
  return undefined;
}

/** A flag, a place or a name. An id is another one in each stream, and a time is a large number. */
function isKind(value: unknown, streams: number): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) < 1000;
  return typeof value === 'boolean' || value === null || (typeof value === 'string' && streams > 1);
}
