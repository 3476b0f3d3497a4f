import { nearest } from '../../conformance/reading/nearest.ts';

/**
 * The ids nearest to a wrong one; if there are none, those whose part after the slash is near, since users often type
 * only that part.
 */
export function nearestIds(wrong: string, ids: readonly string[]): readonly string[] {
  const near = nearest(wrong, ids);
  if (near.length > 0) return near;
  const byName = Map.groupBy(ids, (id) => id.slice(id.indexOf('/') + 1));
  return nearest(wrong, [...byName.keys()])
    .flatMap((name) => byName.get(name) ?? [])
    .slice(0, 3);
}
