/** What is shorter may lie in memory that Node shares out, and is soon collected. */
const leastBytes = 256 * 1024;

/**
 * Gives memory back at once of which nobody will ask again: bytes of nobody else, which read as none from now on. What
 * lies outside of the heap is else collected long after there is no more room for it.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (byteLength >= leastBytes && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
