/** Numbers uniform in [0, 1). */
type Random = () => number;

/**
 * The measurements of several runs in order of time, each run as a point. All points have the same number of
 * coordinates.
 */
export type Points = readonly (readonly number[])[];

/**
 * `at` is the first point after the change. `p` is the share of series without a change in which a change as clear is
 * found.
 */
type ChangePoint = { readonly at: number; readonly p: number };

/** Fewest points on each side of a change: a single point does not show a level. */
const fewestPoints = 2;
const permutations = 999;

/**
 * Finds where the distribution of a series changes, in level or in shape: E-divisive (Matteson and James 2014, "A
 * nonparametric approach for multiple change point analysis of multivariate data"). The series is cut where the energy
 * distance between both sides is largest. The cut counts if at most the share `alpha` of its permutations has a cut as
 * good; then each side is searched in the same way. So at most the share `alpha` of the series whose points are
 * independent and identically distributed gets a change point at all.
 *
 * @param points each permutation takes as long as reading all distances between points: 200 points take some seconds
 * @param random decides the permutations
 */
export function changePoints(points: Points, alpha: number, random: Random): readonly ChangePoint[] {
  const apart = distances(points);
  const found: ChangePoint[] = [];
  for (;;) {
    const parts = partsBetween(points.length, found);
    const best = bestCut(parts, apart);
    if (best === undefined) break;
    const p = shareAsGood(best.energy, parts, apart, random);
    if (p > alpha) break;
    found.push({ at: best.at, p });
  }
  return found.toSorted((one, next) => one.at - next.at);
}

type Distances = readonly Float64Array[];

function distances(points: Points): Distances {
  return points.map((one) =>
    Float64Array.from(points, (other) => Math.hypot(...one.map((value, place) => value - (other[place] ?? 0)))),
  );
}

/** The places of the points between two changes. */
function partsBetween(n: number, found: readonly ChangePoint[]): readonly (readonly number[])[] {
  const ends = [0, ...found.map(({ at }) => at).toSorted((one, next) => one - next), n];
  return ends.slice(1).map((end, place) => {
    const from = ends[place] ?? 0;
    return Array.from({ length: end - from }, (_, offset) => from + offset);
  });
}

type Cut = { readonly at: number; readonly energy: number };

function bestCut(parts: readonly (readonly number[])[], apart: Distances): Cut | undefined {
  let best: Cut | undefined;
  for (const part of parts) {
    const cut = cutOf(part, apart);
    if (cut !== undefined && cut.energy > (best?.energy ?? 0)) best = { at: part[cut.at] ?? 0, energy: cut.energy };
  }
  return best;
}

/**
 * The best cut of a part. The right side may end before the part does: if a level comes and goes, both changes would
 * otherwise hide each other. Sums over rectangles of the distance matrix make all these cuts as cheap as reading the
 * distances.
 */
function cutOf(part: readonly number[], apart: Distances): Cut | undefined {
  const n = part.length;
  const sums = sumsOf(part, apart);
  const sum = (rows: number, columns: number): number => sums[rows * (n + 1) + columns] ?? 0;
  let best: Cut | undefined;
  for (let at = fewestPoints; at <= n - fewestPoints; at += 1) {
    const left = sum(at, at) / 2;
    for (let end = at + fewestPoints; end <= n; end += 1) {
      const between = sum(at, end) - 2 * left;
      const right = sum(end, end) / 2 - left - between;
      const energy = energyOf({ left, right, between, m: at, k: end - at });
      if (best === undefined || energy > best.energy) best = { at, energy };
    }
  }
  return best;
}

/** Prefix sums over the rows and columns of the distances between the points of a part, in their order. */
function sumsOf(part: readonly number[], apart: Distances): Float64Array {
  const n = part.length;
  const sums = new Float64Array((n + 1) * (n + 1));
  for (let row = 1; row <= n; row += 1) {
    const from = apart[part[row - 1] ?? 0];
    let inRow = 0;
    for (let column = 1; column <= n; column += 1) {
      inRow += from?.[part[column - 1] ?? 0] ?? 0;
      sums[row * (n + 1) + column] = inRow + (sums[(row - 1) * (n + 1) + column] ?? 0);
    }
  }
  return sums;
}

type Sides = { left: number; right: number; between: number; m: number; k: number };

/**
 * Energy distance of `m` points on the left and `k` on the right, from the sums of distances within and between the
 * sides.
 */
function energyOf({ left, right, between, m, k }: Sides): number {
  return ((m * k) / (m + k)) * ((2 * between) / (m * k) - left / ((m * (m - 1)) / 2) - right / ((k * (k - 1)) / 2));
}

/**
 * Share of permutations with a cut at least as good. Points move only within their parts: if there is no further
 * change, the points between two changes are alike.
 */
function shareAsGood(energy: number, parts: readonly (readonly number[])[], apart: Distances, random: Random): number {
  let asGood = 1;
  for (let round = 0; round < permutations; round += 1) {
    const shuffled = parts.map((part) => shuffle(part, random));
    // The tolerance is needed because sums in another order differ in the last digits.
    if ((bestCut(shuffled, apart)?.energy ?? 0) >= energy * (1 - 1e-9)) asGood += 1;
  }
  return asGood / (permutations + 1);
}

function shuffle(part: readonly number[], random: Random): readonly number[] {
  const shuffled = [...part];
  for (let place = shuffled.length - 1; place > 0; place -= 1) {
    const other = Math.floor(random() * (place + 1));
    [shuffled[place], shuffled[other]] = [shuffled[other] ?? 0, shuffled[place] ?? 0];
  }
  return shuffled;
}
