/** Walks through the frames of a FLAC (RFC 9639 9). */

/**
 * CRC-8 of a frame header and CRC-16 of the whole frame (RFC 9639 9.1.8, 9.3). Each comes to 0 if its own checksum is
 * included.
 */
const tableOf = (width: 8 | 16, polynomial: number): Uint16Array =>
  Uint16Array.from({ length: 256 }, (_, byte) => {
    let crc = byte << (width - 8);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ ((crc >> (width - 1)) & 1 ? polynomial : 0);
    return crc & (2 ** width - 1);
  });
const table8 = tableOf(8, 0x07);
const table16 = tableOf(16, 0x8005);

/** Where a frame begins, the length of its header with the checksum, and its number. */
export type Frame = {
  readonly at: number;
  readonly headerBytes: number;
  readonly isFixed: boolean;
  readonly number: number;
};

export function crc8(header: Uint8Array): number {
  return header.reduce((sum, byte) => table8[sum ^ byte] ?? 0, 0);
}

/** The checksum of a frame after one more byte. */
export function withCrc16(crc: number, byte: number): number {
  return ((crc << 8) & 0xffff) ^ (table16[(crc >> 8) ^ byte] ?? 0);
}

/**
 * The frame that begins where this frame ends by its checksum. `zeros` may lie between, which do not change the
 * checksum. Undefined where there is none.
 */
export function nextFrame(flac: Buffer, { at }: Frame): (Frame & { readonly zeros: number }) | undefined {
  let [crc, zeros] = [0, 0];
  for (let end = at; end < flac.length; end += 1) {
    const byte = flac[end] ?? 0;
    const next = crc === 0 && byte === 0xff && end > at ? frameAt(flac, end) : undefined;
    if (next !== undefined) return { ...next, zeros };
    zeros = crc === 0 && byte === 0 ? zeros + 1 : 0;
    crc = withCrc16(crc, byte);
  }
  return undefined;
}

/** The first frame from this offset on with this number. Undefined where there is none. */
export function findFrame(flac: Buffer, from: number, number: number): Frame | undefined {
  for (let at = flac.indexOf(0xff, from); at >= 0; at = flac.indexOf(0xff, at + 1)) {
    const frame = frameAt(flac, at);
    if (frame?.number === number) return frame;
  }
  return undefined;
}

/** Most bytes that are taken to lie between two frames. */
const mostBetween = 512;

/**
 * True where the checksum of a frame does not match its bytes: it does not come out anywhere shortly before the next
 * frame begins.
 */
export function hasWrongChecksum(flac: Buffer, { at, headerBytes }: Frame, nextAt: number): boolean {
  let crc = 0;
  for (let end = at; end < nextAt; end += 1) {
    if (crc === 0 && end > at + headerBytes && end >= nextAt - mostBetween) return false;
    crc = withCrc16(crc, flac[end] ?? 0);
  }
  return crc !== 0;
}

/** First bytes of a tag, or of another file. */
const behindFrames = /^(TAG|ID3|APETAGEX|LYRICSBEGIN|fLaC)/;

export function isAfterFrames(flac: Buffer, at: number): boolean {
  return behindFrames.test(flac.toString('latin1', at, at + 11));
}

/** Where a tag begins after this frame, which is the last. Undefined where there is none. */
export function trailingTagOffset(flac: Buffer, { at, headerBytes }: Frame): number | undefined {
  let crc = 0;
  for (let end = at; end < flac.length; end += 1) {
    if (crc === 0 && end > at + headerBytes && isAfterFrames(flac, end)) return end;
    crc = withCrc16(crc, flac[end] ?? 0);
  }
  return undefined;
}

export function isSync(flac: Buffer, at: number): boolean {
  return flac[at] === 0xff && ((flac[at + 1] ?? 0) & 0xfe) === 0xf8;
}

/** The frame whose header stands here. Undefined where there is no header with a matching checksum. */
export function frameAt(flac: Buffer, at: number): Frame | undefined {
  if (at + 6 > flac.length || !isSync(flac, at)) return undefined;
  const coded = codedAt(flac, at + 4);
  if (coded === undefined) return undefined;
  const [size, rate] = [(flac[at + 2] ?? 0) >> 4, (flac[at + 2] ?? 0) & 15];
  const further = (size === 6 ? 1 : size === 7 ? 2 : 0) + (rate === 12 ? 1 : rate === 13 || rate === 14 ? 2 : 0);
  const header = flac.subarray(at, at + 4 + coded.bytes + further + 1);
  return crc8(header) === 0
    ? { at, headerBytes: header.length, isFixed: flac[at + 1] === 0xf8, number: coded.number }
    : undefined;
}

/** A number encoded like a code point in UTF-8, in up to seven bytes. Undefined where there is none. */
function codedAt(flac: Buffer, at: number): { readonly bytes: number; readonly number: number } | undefined {
  const first = flac[at] ?? 0;
  const ones = Math.clz32(~(first << 24));
  if (ones === 1 || ones > 7) return undefined;
  const bytes = Math.max(1, ones);
  let number = ones === 0 ? first : first & (0x7f >> ones);
  for (let next = at + 1; next < at + bytes; next += 1) {
    const byte = flac[next] ?? 0;
    if ((byte & 0xc0) !== 0x80) return undefined;
    number = number * 64 + (byte & 0x3f);
  }
  return { bytes, number };
}
