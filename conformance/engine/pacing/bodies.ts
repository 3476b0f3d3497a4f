/** Knows how many answers may be under way together, so that their bodies find room in memory. */
export type Bodies = {
  /** Something of this kind is sent. */
  readonly asked: (kind: string) => void;
  /** An answer of this kind came to its end, or none did: 0. */
  readonly came: (kind: string, bytes: number) => void;
  readonly together: () => number;
};

/** So much of the memory is for bodies that are under way together. */
const bytesTogether = 64 * 1024 * 1024;
/** However large they are: two of a group mean to be together. */
const leastTogether = 4;
/** While nobody knows how large the answers of a kind are: a flood is not asked for sixty times before it shows. */
const unknownTogether = 8;

export function createBodies(): Bodies {
  const known = new Set<string>();
  const unknown = new Set<string>();
  let largestBytes = 1;
  return {
    asked: (kind) => {
      if (!known.has(kind)) unknown.add(kind);
    },
    came: (kind, bytes) => {
      known.add(kind);
      unknown.delete(kind);
      largestBytes = Math.max(largestBytes, bytes);
    },
    together: () =>
      Math.max(
        leastTogether,
        Math.min(Math.floor(bytesTogether / largestBytes), unknown.size > 0 ? unknownTogether : Infinity),
      ),
  };
}
