/** Two numbers of bytes that threads share: what is left to a run, and what came of answers that it has not yet. */
const [left, underWay] = [0, 1];

/** One flood takes a sixth of what is left, so that many of them leave something to what is judged after them. */
const share = 6;
/** Enough for each chat, refusal and list. */
const leastBytes = 16 * 1024;

/**
 * What is left to the bodies of a run, seen by the thread that receives them while they come: of sixty that are asked for
 * at once each may be long, and not all of them.
 */
export type BodiesUnderWay = {
  /** Between threads. */
  readonly shared: SharedArrayBuffer;
  /** How long a body may be of which `own` bytes came, where `spared` bytes are left to others. */
  readonly longestBytes: (own: number, spared?: number) => number;
  /** So many bytes came; or, negative, they are counted elsewhere from now on. */
  readonly add: (bytes: number) => void;
  /** The run keeps so many. */
  readonly keep: (bytes: number) => void;
};

export function bodiesUnderWay(shared: SharedArrayBuffer): BodiesUnderWay {
  const counts = new Int32Array(shared);
  return {
    shared,
    longestBytes: (own, spared = 0) => {
      const others = Atomics.load(counts, underWay) - own;
      return Math.max(leastBytes, Math.floor((Atomics.load(counts, left) - others - spared) / share));
    },
    add: (bytes) => void Atomics.add(counts, underWay, bytes),
    keep: (bytes) => void Atomics.sub(counts, left, bytes),
  };
}

/** Of a run that keeps so many bytes in all; less than 2 GB. */
export function bodiesOf(runBytes: number): BodiesUnderWay {
  const bodies = bodiesUnderWay(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  bodies.keep(-runBytes);
  return bodies;
}
