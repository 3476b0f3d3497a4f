/**
 * The bytes in memory of their own. Node puts small ones into shared blocks of 64 KB: keeping the bytes would keep the
 * whole block, and a message to another thread would include it.
 */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes);
}
