/**
 * Each p-value as it counts among the others (Holm 1979): of all those that come out at or below 0.05 none is a false
 * alarm in at least 95 % of families without a difference, whatever depends on what.
 */
export function holm(ps: readonly number[]): readonly number[] {
  const order = ps.map((p, place) => ({ p, place })).toSorted((a, b) => a.p - b.p);
  const adjusted = ps.map(() => 1);
  let least = 0;
  order.forEach(({ p, place }, rank) => {
    least = Math.max(least, Math.min(1, p * (ps.length - rank)));
    adjusted[place] = least;
  });
  return adjusted;
}
