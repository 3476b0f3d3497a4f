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
