/** Ids with the bits that mark their length (RFC 9559 5.1). */
const segmentId = 0x18538067;
const clusterId = 0x1f43b675;
const longestId = 4;
const longestSize = 8;

/**
 * Where the first cluster of a WebM begins: before it is what a decoder has to know. The whole length where there is no
 * cluster, or where a size is more than there is. Each step is at least two bytes, so the search ends.
 */
export function firstClusterOffset(audio: Uint8Array): number {
  for (let at = 0; at < audio.length;) {
    const idBytes = vintBytes(audio, at);
    const sizeBytes = vintBytes(audio, at + idBytes);
    const inside = at + idBytes + sizeBytes;
    if (idBytes > longestId || sizeBytes > longestSize || inside > audio.length) break;
    const id = numberIn(audio.subarray(at, at + idBytes));
    if (id === clusterId) return at;
    at = id === segmentId ? inside : inside + sizeIn(audio.subarray(at + idBytes, inside));
  }
  return audio.length;
}

/** Number of bytes of a number, which its leading zeros tell (RFC 8794 4). */
function vintBytes(audio: Uint8Array, at: number): number {
  return Math.clz32(audio[at] ?? 0) - 23;
}

/** The number without the marker bit after the zeros: with it, a number of eight bytes would be no exact integer. */
function sizeIn([first = 0, ...rest]: Uint8Array): number {
  return numberIn([first - 2 ** (7 - rest.length), ...rest]);
}

function numberIn(bytes: Iterable<number>): number {
  let value = 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
}
