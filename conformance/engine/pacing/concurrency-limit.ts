/** Learns how many concurrent requests a target accepts. */
export type ConcurrencyLimit = {
  /** `load`: the most that were under way at any moment of a request, itself included. */
  readonly noteSuccess: (load: number) => void;
  /** True where the refusal shows that the target wants fewer at once. */
  readonly noteRefusal: (load: number) => boolean;
  /** No more than so many at once, as far as is known. */
  readonly max: () => number;
};

/** One refusal may be chance. */
const fewestRefusals = 2;
/** One in so many of those under way with as many others is refused, where it is their number that is too large. */
const oneIn = 5;
/** So many answers with fewer under way show that these go well. */
const fewestGoodBelow = 3;
/** Two at once are always sent: else no two requests would ever run together. */
const leastMost = 2;

export function createConcurrencyLimit(): ConcurrencyLimit {
  const good = new Map<number, number>();
  const refused = new Map<number, number>();
  let most = Number.POSITIVE_INFINITY;
  const below = (counts: ReadonlyMap<number, number>, load: number): number =>
    [...counts].reduce((sum, [each, count]) => sum + (each < load ? count : 0), 0);
  /** A limit on the rate, or a target that is away, refuses with fewer under way as well. */
  const isTooMany = (load: number): boolean => {
    const [bad, well] = [refused.get(load) ?? 0, good.get(load) ?? 0];
    const [badBelow, wellBelow] = [below(refused, load), below(good, load)];
    return (
      bad >= fewestRefusals &&
      bad * oneIn >= bad + well &&
      wellBelow >= fewestGoodBelow &&
      badBelow * oneIn * 2 < badBelow + wellBelow
    );
  };
  return {
    noteSuccess: (load) => void good.set(load, (good.get(load) ?? 0) + 1),
    noteRefusal: (load) => {
      refused.set(load, (refused.get(load) ?? 0) + 1);
      const tooMany = [...refused.keys()].filter((each) => each > leastMost && each <= most && isTooMany(each));
      if (tooMany.length === 0) return false;
      most = Math.max(leastMost, Math.min(...tooMany) - 1);
      return true;
    },
    max: () => most,
  };
}
