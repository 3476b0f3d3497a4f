import { ruleText, type ContentRule } from './rule.ts';
import { carryingIn } from './joined.ts';
import { membersOf, type StreamEvent } from './stream-event.ts';

type Events = readonly StreamEvent[];

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
): string | undefined {
  const known = heard.map((events) => carryingIn(events, rule).map(({ event }) => event));
  for (const events of another) {
    const [first] = carryingIn(events, rule);
    if (first === undefined) return `${ruleText(rule)} holds no text where another message is answered`;
    if (!isLikeOneOf(first.event, known))
      return `${ruleText(rule)} holds a text first that may be no reply, where another message is answered`;
  }
  return undefined;
}

/** Has the members of one of them, and holds what all of them hold alike, where that could tell one kind from another. */
function isLikeOneOf(event: StreamEvent, streams: readonly Events[]): boolean {
  const own = membersOf(event);
  const each = streams.flat().map(membersOf);
  const [first = new Map<string, unknown>()] = each;
  const alike = [...first].filter(
    ([path, value]) => isKind(value, streams.length) && each.every((members) => members.get(path) === value),
  );
  return (
    alike.every(([path, value]) => own.get(path) === value) &&
    each.some((members) => members.size === own.size && [...own.keys()].every((path) => members.has(path)))
  );
}

/** A flag, a place or a name. An id is another one in each stream, and a time is a large number. */
function isKind(value: unknown, streams: number): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) < 1000;
  return typeof value === 'boolean' || value === null || (typeof value === 'string' && streams > 1);
}
