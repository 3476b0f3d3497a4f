/** Joins pieces of bytes at a cost that is proportional to the new piece only. */
export type GrowingBytes = {
  readonly add: (bytes: Uint8Array) => void;
  /** A view of all bytes so far; bytes that are added later do not change it. */
  readonly all: () => Buffer;
};

const leastRoom = 4_096;

export function growingBytes(): GrowingBytes {
  let store = Buffer.alloc(0);
  let length = 0;
  return {
    add: (bytes) => {
      const needed = length + bytes.length;
      if (needed > store.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(leastRoom, needed, 2 * store.length));
        store.copy(larger, 0, 0, length);
        store = larger;
      }
      store.set(bytes, length);
      length = needed;
    },
    all: () => store.subarray(0, length),
  };
}
