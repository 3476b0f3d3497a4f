/** Joins pieces of bytes in the order in which they come. */
type CollectedBytes = {
  readonly add: (bytes: Uint8Array) => void;
  /** All bytes, in a buffer of their own of exactly their length. Nothing may be added after this call. */
  readonly all: () => Buffer<ArrayBuffer>;
};

/** Initial room in bytes: enough for most answers of a service. */
const leastRoom = 4 * 1024;

/** Moves its memory when it grows (`transfer`), so that no old buffer waits for the garbage collector. */
export function collectedBytes(): CollectedBytes {
  let room = new ArrayBuffer(0);
  let length = 0;
  return {
    add: (bytes) => {
      const needed = length + bytes.length;
      if (needed > room.byteLength) room = room.transfer(Math.max(leastRoom, needed, 2 * room.byteLength));
      new Uint8Array(room).set(bytes, length);
      length = needed;
    },
    all: () => Buffer.from(room.transfer(length)),
  };
}
