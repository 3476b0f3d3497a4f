/** Numbers uniform in [0, 1). */
type Random = () => number;

/** What several runs measured, each as a point: the order is that of time. Points have as many numbers. */
export type Points = readonly (readonly number[])[];

/** `at` is the first point after the change. `p`: in this share of series without a change, one is found as clear as this. */
type ChangePoint = { readonly at: number; readonly p: number };

/** On both sides: one point alone is no level. */
const fewestPoints = 2;
const permutations = 999;

/**
 * Where the distribution of a series changes, in level or in shape: E-divisive (Matteson and James 2014, "A nonparametric
 * approach for multiple change point analysis of multivariate data"). The series is cut where the energy distance of both
 * sides is largest; that counts if at most `alpha` of its permutations have a cut as good, and then each side is looked
 * at in the same way. So at most that share of series whose points are independent and alike has a change point at all.
 *
 * @param points each permutation takes as long as reading all distances between them: 200 points take some seconds
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
 * The right side may end before the part does: of a level that comes and goes, both changes would hide each other else.
 * Sums over rectangles of the distances make all of these cuts cost no more than reading the distances.
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

/** Of the first rows and columns of the distances between the points of a part, in their order. */
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

/** Of `m` points on the left side and `k` on the right, from the sums of the distances within them and between them. */
function energyOf({ left, right, between, m, k }: Sides): number {
  return ((m * k) / (m + k)) * ((2 * between) / (m * k) - left / ((m * (m - 1)) / 2) - right / ((k * (k - 1)) / 2));
}

/** Points change places within their parts only: what lies between two changes is alike, if there is no further one. */
function shareAsGood(energy: number, parts: readonly (readonly number[])[], apart: Distances, random: Random): number {
  let asGood = 1;
  for (let round = 0; round < permutations; round += 1) {
    const shuffled = parts.map((part) => shuffle(part, random));
    // Sums in another order differ in the last digits.
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
