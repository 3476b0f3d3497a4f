/** Smaller bytes may lie in memory that Node shares, and are soon collected. */
const leastBytes = 256 * 1024;

/**
 * Frees memory at once that nobody needs any more. The bytes must not be shared, and read as empty from now on. Without
 * this, memory outside the heap is collected long after it has run out.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (byteLength >= leastBytes && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
