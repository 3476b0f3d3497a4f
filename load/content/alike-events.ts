import { membersOf, type StreamEvent } from './stream-event.ts';

/**
 * Whether the event has the same members as at least one of the others, and the same value wherever all others agree: a
 * flag may distinguish a notice from a reply.
 *
 * @param tells whether a value on which all others agree could distinguish kinds of events
 */
export function isLikeOneOf(
  event: StreamEvent,
  others: readonly StreamEvent[],
  tells: (value: unknown) => boolean = () => true,
): boolean {
  const [own, each] = [membersOf(event), others.map(membersOf)];
  const [first = new Map<string, unknown>()] = each;
  const alike = [...first].filter(
    ([path, value]) => tells(value) && each.every((members) => members.get(path) === value),
  );
  return (
    alike.every(([path, value]) => own.has(path) && own.get(path) === value) &&
    each.some((members) => members.size === own.size && [...own.keys()].every((path) => members.has(path)))
  );
}
