/** Consecutive bytes of a kind. */
type ByteRun = { readonly from: number; readonly to: number };

/** A set of bytes: 1 for each byte that belongs to it. */
type Kind = Uint8Array;

export function kindOfByte(isOfIt: (byte: number) => boolean): Kind {
  return Uint8Array.from({ length: 256 }, (_, byte) => (isOfIt(byte) ? 1 : 0));
}

/**
 * All runs of at least `least` bytes. Looking from the end of each window skips shorter runs fast: bodies have
 * megabytes.
 */
export function byteRuns(bytes: Uint8Array, kind: Kind, least: number): readonly ByteRun[] {
  const runs: ByteRun[] = [];
  for (let from = 0; from + least <= bytes.length;) {
    let at = from + least - 1;
    while (at >= from && kind[bytes[at] ?? 0] === 1) at -= 1;
    if (at >= from) {
      from = at + 1;
      continue;
    }
    let to = from + least;
    while (to < bytes.length && kind[bytes[to] ?? 0] === 1) to += 1;
    runs.push({ from, to });
    from = to + 1;
  }
  return runs;
}
