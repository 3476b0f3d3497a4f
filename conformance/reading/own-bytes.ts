/**
 * The bytes in memory that holds nothing else. Node puts small ones into blocks of 64 KB with much else: what is kept long
 * would keep all of that, and a message to another thread would take it along.
 */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes);
}
