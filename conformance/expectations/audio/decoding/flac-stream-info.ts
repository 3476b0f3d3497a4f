/** What STREAMINFO states, the first block of a plain FLAC (RFC 9639 8.2). */
export type StreamInfo = { readonly hertz: number; readonly channels: number; readonly bits: number };

/** 20 bits of rate, 3 bits of channels less one, and 5 bits of sample width less one; undefined where they are not there. */
export function streamInfoOf(flac: Buffer): StreamInfo | undefined {
  if (flac.toString('latin1', 0, 4) !== 'fLaC' || flac.length < 22) return undefined;
  const packed = flac.readUInt32BE(18);
  return { hertz: packed >>> 12, channels: ((packed >>> 9) & 7) + 1, bits: ((packed >>> 4) & 31) + 1 };
}

/** How many samples each channel has, 0 where that is not stated, and the MD5 of all; undefined where they are not there. */
export function sampleSumsOf(flac: Buffer): { readonly samples: number; readonly md5?: string } | undefined {
  if (streamInfoOf(flac) === undefined || flac.length < 42) return undefined;
  const samples = (flac.readUInt8(21) & 15) * 2 ** 32 + flac.readUInt32BE(22);
  const md5 = flac.subarray(26, 42);
  // Zeros stand for an MD5 that is left out.
  return { samples, ...(md5.some((byte) => byte !== 0) && { md5: md5.toString('hex') }) };
}
