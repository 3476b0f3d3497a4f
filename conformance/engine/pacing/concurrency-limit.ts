/** Learns how many concurrent requests a target accepts. */
export type ConcurrencyLimit = {
  /** `load`: the most requests that were under way at any moment of this one, itself included. */
  readonly noteSuccess: (load: number) => void;
  /** True where the refusal shows that the target takes fewer requests at once. */
  readonly noteRefusal: (load: number) => boolean;
  /** Most requests at once, as far as is known. */
  readonly max: () => number;
};

/** Fewest refusals that count: a single one may be chance. */
const fewestRefusals = 2;
/** Where too many at once are the reason, at least one in this many requests with that load is refused. */
const oneIn = 5;
/** Fewest good answers with a lower load that show that this load is accepted. */
const fewestGoodBelow = 3;
/** Least limit: with one request at a time no two would ever run together. */
const leastMost = 2;

export function createConcurrencyLimit(): ConcurrencyLimit {
  const good = new Map<number, number>();
  const refused = new Map<number, number>();
  let most = Number.POSITIVE_INFINITY;
  const below = (counts: ReadonlyMap<number, number>, load: number): number =>
    [...counts].reduce((sum, [each, count]) => sum + (each < load ? count : 0), 0);
  /**
   * True where the load explains the refusals: a rate limit, or a target that is away, refuses requests with a lower
   * load as well.
   */
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

/** Knows how many answers may be under way together so that their bodies fit into memory. */
export type BodyMemoryLimit = {
  /** Notes that a request of this kind is sent. */
  readonly begun: (kind: string) => void;
  /** Notes the length of an answer of this kind; 0 where none came. */
  readonly ended: (kind: string, bytes: number) => void;
  readonly maxConcurrent: () => number;
};

/** Memory for the bodies of all answers that are under way together. */
const bytesTogether = 64 * 1024 * 1024;
/** Fewest answers at once, however large they are: the two requests of a group are meant to run together. */
const leastTogether = 4;
/**
 * Most answers at once while the size of the answers of some kind is unknown: a flood must not be asked for sixty times
 * before the first one shows its size.
 */
const unknownTogether = 8;

export function createBodyMemoryLimit(): BodyMemoryLimit {
  /** By kind: the size of the largest answer, and how many are under way. */
  const largest = new Map<string, number>();
  const underWay = new Map<string, number>();
  const unknown = new Set<string>();
  const count = (kind: string, more: number): void =>
    void underWay.set(kind, Math.max(0, (underWay.get(kind) ?? 0) + more));
  /** The answers under way, and as many of the largest kind as fit into the memory that is left. */
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
