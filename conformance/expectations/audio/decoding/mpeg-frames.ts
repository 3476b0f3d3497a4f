/**
 * A chain of MPEG audio frames: the number of whole frames, and the bytes that the last frame lacks of its stated
 * length.
 */
export type FrameChain = {
  readonly format: 'mp3' | 'aac';
  readonly frames: number;
  readonly missingBytes: number;
};

/**
 * kbit/s by four bits of the header, for Layer III (ISO/IEC 11172-3 2.4.2.3; ISO/IEC 13818-3 2.4.2.3). 0 stands for
 * "free".
 */
const kilobits = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
/** Rate of MPEG-1 in Hz by two bits of the header. MPEG-2 has half of it, MPEG-2.5 a quarter. */
const hertz = [44_100, 48_000, 32_000] as const;
const divisorByVersion: Readonly<Record<number, number>> = { 3: 1, 2: 2, 0: 4 };

export const headerBytes = { mp3: 4, aac: 7 } as const;
/**
 * Bytes that the last frame may lack: some encoders leave out the padding byte of the last Layer III frame, and no
 * decoder minds.
 */
const tolerableBytes = { mp3: 1, aac: 0 } as const;

/** The chain of frames from the beginning, or after an ID3v2 tag. Undefined where there is none. */
export function findFrameChain(audio: Uint8Array): FrameChain | undefined {
  const start = id3Bytes(audio);
  return chainOf('mp3', audio, start) ?? chainOf('aac', audio, start);
}

/** Length of the frame whose header stands here. Undefined where there is no header, or only a part of it. */
export function frameBytesAt(format: FrameChain['format'], audio: Uint8Array, at: number): number | undefined {
  const head = audio.subarray(at, at + headerBytes[format]);
  return format === 'mp3' ? layer3Bytes(head) : adtsBytes(head);
}

/**
 * A single sync word may be chance, as raw samples around -1 look like it. A second frame exactly where the first ends
 * is not.
 */
function chainOf(format: FrameChain['format'], audio: Uint8Array, start: number): FrameChain | undefined {
  let [at, frames, missingBytes, before] = [start, 0, 0, 0];
  while (at < audio.length) {
    // Where even the header is cut, the frame is taken to be as long as the frame before.
    const breaksOff = audio.length - at < headerBytes[format] && audio[at] === 0xff && before > 0;
    const bytes = breaksOff ? before : frameBytesAt(format, audio, at);
    if (bytes === undefined) break;
    missingBytes = Math.max(0, at + bytes - audio.length);
    if (missingBytes > 0) break;
    frames += 1;
    at += bytes;
    before = bytes;
  }
  const continues = frames > 1 || (frames === 1 && (missingBytes > 0 || at === audio.length));
  if (!continues) return undefined;
  return {
    format,
    frames,
    missingBytes: missingBytes > tolerableBytes[format] ? missingBytes : 0,
  };
}

/**
 * Length in seconds of as many MP3 frames as the Xing or VBRI header counts, or else as there are. All have the same
 * rate.
 */
export function mp3Seconds(audio: Uint8Array, { frames }: FrameChain): number {
  const first = audio.subarray(id3Bytes(audio));
  const [, kind = 0, rates = 0] = first;
  const version = (kind >> 3) & 3;
  const frameSeconds =
    ((version === 3 ? 1152 : 576) * (divisorByVersion[version] ?? 1)) / (hertz[(rates >> 2) & 3] ?? 1);
  return (declaredFrameCount(audio) ?? frames) * frameSeconds;
}

/** The number of frames that the first frame states. Undefined where it states none. */
export function declaredFrameCount(audio: Uint8Array): number | undefined {
  return countedIn(Buffer.from(audio.subarray(id3Bytes(audio)).subarray(0, 64)));
}

/**
 * The number of frames in a Xing (or Info) or VBRI header. Undefined where there is no such header, or no number in it.
 */
function countedIn(head: Buffer): number | undefined {
  const xing = /Xing|Info/.exec(head.toString('latin1', 0, 44))?.index;
  if (xing !== undefined && head.length >= xing + 12)
    return (head.readUInt32BE(xing + 4) & 1) === 1 ? head.readUInt32BE(xing + 8) : undefined;
  return head.toString('latin1', 36, 40) === 'VBRI' && head.length >= 54 ? head.readUInt32BE(50) : undefined;
}

function layer3Bytes([sync = 0, kind = 0, rates = 0, mode]: Uint8Array): number | undefined {
  if (sync !== 0xff || (kind & 0xe6) !== 0xe2 || mode === undefined) return undefined;
  const version = (kind >> 3) & 3;
  const divisor = divisorByVersion[version];
  const rate = hertz[(rates >> 2) & 3];
  const kbps = kilobits[version === 3 ? 'mpeg1' : 'mpeg2'][rates >> 4];
  if (divisor === undefined || rate === undefined || kbps === undefined || kbps === 0) return undefined;
  const slots = version === 3 ? 144 : 72;
  return Math.floor((slots * kbps * 1000 * divisor) / rate) + ((rates >> 1) & 1);
}

/** Length of an ADTS frame by the 13 bits of `aac_frame_length` (ISO/IEC 13818-7 6.2). */
function adtsBytes([sync = 0, kind = 0, rates = 0, high = 0, middle = 0, low = 0, last]: Uint8Array):
  | number
  | undefined {
  if (sync !== 0xff || (kind & 0xf6) !== 0xf0 || last === undefined || ((rates >> 2) & 15) > 12) return undefined;
  const bytes = ((high & 3) << 11) | (middle << 3) | (low >> 5);
  return bytes < headerBytes.aac ? undefined : bytes;
}

/** Length of all ID3v2 tags at the beginning: a second program puts its tag before the first. */
export function id3Bytes(audio: Uint8Array): number {
  let bytes = 0;
  for (let tag = tagBytes(audio); tag > 0; tag = tagBytes(audio.subarray(bytes))) bytes += tag;
  return bytes;
}

/**
 * Length of a single ID3v2 tag, which states it in four bytes of seven bits, without its header and its footer of ten
 * bytes each.
 */
function tagBytes(audio: Uint8Array): number {
  if (audio[0] !== 0x49 || audio[1] !== 0x44 || audio[2] !== 0x33 || audio.length < 10) return 0;
  const [flags = 0, ...size] = audio.subarray(5, 10);
  return 10 + size.reduce((sum, byte) => sum * 128 + (byte & 127), 0) + ((flags & 0x10) === 0 ? 0 : 10);
}
