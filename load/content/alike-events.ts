import { membersOf, type StreamEvent } from './stream-event.ts';

/**
 * Has the members of one of the others, and holds what all of them hold alike: a flag may tell a notice from a reply too.
 *
 * @param tells whether a value that all of them hold could tell one kind of event from another
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
