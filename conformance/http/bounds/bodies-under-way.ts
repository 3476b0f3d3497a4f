/**
 * Indexes of two byte counts that threads share: what the run may still keep, and what has come of bodies whose end has
 * not come yet.
 */
const [left, underWay] = [0, 1];

/** A single body may take a sixth of what is left, so that many long bodies still leave room for later answers. */
const share = 6;
/** Smallest limit of any body: enough for each chat reply, refusal and list. */
const leastBytes = 16 * 1024;

/**
 * Counts the bytes that the bodies of a run may still take, visible to the receiving thread while they come: of sixty
 * long answers that are requested at once not all can be kept whole.
 */
export type BodiesUnderWay = {
  /** Memory of the counts, to hand to another thread. */
  readonly shared: SharedArrayBuffer;
  /**
   * Number of bytes that may be kept of a body of which `own` bytes have come, where `spared` bytes stay reserved for
   * other answers.
   */
  readonly maxBytes: (own: number, spared?: number) => number;
  /**
   * Adds received bytes to the bodies under way; a negative number removes bytes that are counted elsewhere from now
   * on.
   */
  readonly add: (bytes: number) => void;
  /** Takes the bytes that the run keeps from what is left. */
  readonly keep: (bytes: number) => void;
};

export function bodiesUnderWay(shared: SharedArrayBuffer): BodiesUnderWay {
  const counts = new Int32Array(shared);
  return {
    shared,
    maxBytes: (own, spared = 0) => {
      const others = Atomics.load(counts, underWay) - own;
      return Math.max(leastBytes, Math.floor((Atomics.load(counts, left) - others - spared) / share));
    },
    add: (bytes) => void Atomics.add(counts, underWay, bytes),
    keep: (bytes) => void Atomics.sub(counts, left, bytes),
  };
}

/** Counts for a run that may keep `runBytes` bytes in all, which must be less than 2 GB. */
export function bodiesOf(runBytes: number): BodiesUnderWay {
  const bodies = bodiesUnderWay(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  bodies.keep(-runBytes);
  return bodies;
}
