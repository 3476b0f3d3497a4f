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

/** Knows how many answers may be under way together, so that their bodies find room in memory. */
export type BodyMemoryLimit = {
  /** Something of this kind is sent. */
  readonly begun: (kind: string) => void;
  /** An answer of this kind came to its end, or none did: 0. */
  readonly ended: (kind: string, bytes: number) => void;
  readonly maxConcurrent: () => number;
};

/** So much of the memory is for bodies that are under way together. */
const bytesTogether = 64 * 1024 * 1024;
/** However large they are: two of a group mean to be together. */
const leastTogether = 4;
/** While nobody knows how large the answers of a kind are: a flood is not asked for sixty times before it shows. */
const unknownTogether = 8;

export function createBodyMemoryLimit(): BodyMemoryLimit {
  /** By kind: the largest that came, and how many are under way. */
  const largest = new Map<string, number>();
  const underWay = new Map<string, number>();
  const unknown = new Set<string>();
  const count = (kind: string, more: number): void =>
    void underWay.set(kind, Math.max(0, (underWay.get(kind) ?? 0) + more));
  /** Those under way, and as many of the largest kind as find room beside them. */
  const withRoom = (): number => {
    const counts = [...underWay];
    const many = counts.reduce((sum, [, each]) => sum + each, 0);
    const bytes = counts.reduce((sum, [kind, each]) => sum + each * (largest.get(kind) ?? 0), 0);
    return many + Math.floor((bytesTogether - bytes) / Math.max(1, ...largest.values()));
  };
  return {
    begun: (kind) => {
      count(kind, 1);
      if (!largest.has(kind)) unknown.add(kind);
    },
    ended: (kind, bytes) => {
      count(kind, -1);
      unknown.delete(kind);
      largest.set(kind, Math.max(largest.get(kind) ?? 0, bytes));
    },
    maxConcurrent: () => Math.max(leastTogether, Math.min(withRoom(), unknown.size > 0 ? unknownTogether : Infinity)),
  };
}
