/** Bytes that are put together once, when all of them are there. */
export type CollectedBytes = {
  readonly add: (bytes: Uint8Array) => void;
  readonly all: () => Buffer;
};

const blockBytes = 64 * 1024;
/** A smaller piece is copied: by itself it would hold all that was read with it, and take more room than its bytes. */
const leastPiece = 4 * 1024;

export function collectedBytes(): CollectedBytes {
  const pieces: Uint8Array[] = [];
  let block = Buffer.alloc(0);
  let used = 0;
  const closeBlock = (): void => {
    if (used > 0) pieces.push(block.subarray(0, used));
    block = block.subarray(used);
    used = 0;
  };
  return {
    add: (bytes) => {
      if (bytes.length >= leastPiece) {
        closeBlock();
        pieces.push(bytes);
        return;
      }
      if (used + bytes.length > block.length) {
        closeBlock();
        block = Buffer.allocUnsafeSlow(blockBytes);
      }
      block.set(bytes, used);
      used += bytes.length;
    },
    all: () => {
      closeBlock();
      return Buffer.concat(pieces);
    },
  };
}
