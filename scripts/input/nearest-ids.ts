import { nearest } from '../../conformance/reading/nearest.ts';

/** The ids nearest to a wrong one; where none is, those whose part after the slash is, as that alone is often typed. */
export function nearestIds(wrong: string, ids: readonly string[]): readonly string[] {
  const near = nearest(wrong, ids);
  if (near.length > 0) return near;
  const byName = Map.groupBy(ids, (id) => id.slice(id.indexOf('/') + 1));
  return nearest(wrong, [...byName.keys()])
    .flatMap((name) => byName.get(name) ?? [])
    .slice(0, 3);
}
