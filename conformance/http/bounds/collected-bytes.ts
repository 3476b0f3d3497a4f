/** Bytes that are put together as they come. */
type CollectedBytes = {
  readonly add: (bytes: Uint8Array) => void;
  /** All of them, in memory of their own. Nothing is added any more. */
  readonly all: () => Buffer<ArrayBuffer>;
};

/** Enough for most answers of a service. */
const leastRoom = 4 * 1024;

/** What grows out of its memory takes that along, so that nothing is left which would be collected late. */
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
