/**
 * The p-values adjusted for multiple comparisons (Holm 1979). Where no quantity differs, no adjusted value is at or
 * below 0.05 in at least 95 % of families, whatever the dependence between the p-values.
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
