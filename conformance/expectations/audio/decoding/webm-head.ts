/** Ids as they are written, with the bit that says how long they are (RFC 9559 5.1). */
const segmentId = 0x18538067;
const clusterId = 0x1f43b675;
const longestId = 4;
const longestSize = 8;

export function isWebm(audio: Uint8Array): boolean {
  return audio[0] === 0x1a && audio[1] === 0x45 && audio[2] === 0xdf && audio[3] === 0xa3;
}

/**
 * Where the first cluster of a WebM begins: what a decoder has to know stands before it. All of it where there is none, or
 * where a size says more than there is. Each step goes on by two bytes at the least.
 */
export function clustersStart(audio: Uint8Array): number {
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

/** Leading zeros say how many bytes a number has (RFC 8794 4). */
function vintBytes(audio: Uint8Array, at: number): number {
  return Math.clz32(audio[at] ?? 0) - 23;
}

/** Without the bit behind the zeros: with it, one of eight bytes is no whole number any more. */
function sizeIn([first = 0, ...rest]: Uint8Array): number {
  return numberIn([first - 2 ** (7 - rest.length), ...rest]);
}

function numberIn(bytes: Iterable<number>): number {
  let value = 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
}
