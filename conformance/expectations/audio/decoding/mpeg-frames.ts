/** What a chain of MPEG audio frames shows: how many are whole, and what the last one lacks of its announced length. */
export type FrameChain = {
  readonly format: 'mp3' | 'aac';
  readonly frames: number;
  readonly missingBytes: number;
};

/** kbit/s by the four bits of the header, Layer III (ISO/IEC 11172-3 2.4.2.3; ISO/IEC 13818-3 2.4.2.3); 0 is "free". */
const kilobits = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
/** Hz of MPEG-1 by the two bits of the header; MPEG-2 has half of it, MPEG-2.5 a quarter. */
const hertz = [44_100, 48_000, 32_000] as const;
const divisorByVersion: Readonly<Record<number, number>> = { 3: 1, 2: 2, 0: 4 };

export const headerBytes = { mp3: 4, aac: 7 } as const;
/** Some encoders leave out the padding byte of the last Layer III frame, and no decoder minds. */
const tolerableBytes = { mp3: 1, aac: 0 } as const;

/** The frames from the beginning, or from behind an ID3v2 tag; undefined where there is no chain of them. */
export function frameChainIn(audio: Uint8Array): FrameChain | undefined {
  const start = id3Bytes(audio);
  return chainOf('mp3', audio, start) ?? chainOf('aac', audio, start);
}

/** How long the frame is whose header stands there; undefined where none does, or it breaks off. */
export function frameBytesAt(format: FrameChain['format'], audio: Uint8Array, at: number): number | undefined {
  const head = audio.subarray(at, at + headerBytes[format]);
  return format === 'mp3' ? layer3Bytes(head) : adtsBytes(head);
}

/** One sync word may be chance (raw samples around -1 look like it); a second frame just where the first ends is not. */
function chainOf(format: FrameChain['format'], audio: Uint8Array, start: number): FrameChain | undefined {
  let [at, frames, missingBytes, before] = [start, 0, 0, 0];
  while (at < audio.length) {
    // Where even the header breaks off, the frame is taken to be as long as the one before.
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

/** How long as many frames of MP3 last as its Xing or VBRI header counts, or without one as there are; of one rate all. */
export function mp3Seconds(audio: Uint8Array, { frames }: FrameChain): number {
  const first = audio.subarray(id3Bytes(audio));
  const [, kind = 0, rates = 0] = first;
  const version = (kind >> 3) & 3;
  const frameSeconds =
    ((version === 3 ? 1152 : 576) * (divisorByVersion[version] ?? 1)) / (hertz[(rates >> 2) & 3] ?? 1);
  return (framesCounted(audio) ?? frames) * frameSeconds;
}

/** How many frames its first one counts; undefined where it counts none. */
export function framesCounted(audio: Uint8Array): number | undefined {
  return countedIn(Buffer.from(audio.subarray(id3Bytes(audio)).subarray(0, 64)));
}

/** The frames that a Xing (or Info) or a VBRI header in the first one counts; undefined where there is neither, or it does not say. */
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

/** The 13 bits of `aac_frame_length` (ISO/IEC 13818-7 6.2). */
function adtsBytes([sync = 0, kind = 0, rates = 0, high = 0, middle = 0, low = 0, last]: Uint8Array):
  | number
  | undefined {
  if (sync !== 0xff || (kind & 0xf6) !== 0xf0 || last === undefined || ((rates >> 2) & 15) > 12) return undefined;
  const bytes = ((high & 3) << 11) | (middle << 3) | (low >> 5);
  return bytes < headerBytes.aac ? undefined : bytes;
}

/** How long the tags of ID3v2 at the beginning are: who tags what an encoder has tagged puts one before the other. */
export function id3Bytes(audio: Uint8Array): number {
  let bytes = 0;
  for (let tag = tagBytes(audio); tag > 0; tag = tagBytes(audio.subarray(bytes))) bytes += tag;
  return bytes;
}

/** ID3v2 writes its length in four bytes of seven bits, without its own header of ten bytes and its footer. */
function tagBytes(audio: Uint8Array): number {
  if (audio[0] !== 0x49 || audio[1] !== 0x44 || audio[2] !== 0x33 || audio.length < 10) return 0;
  const [flags = 0, ...size] = audio.subarray(5, 10);
  return 10 + size.reduce((sum, byte) => sum * 128 + (byte & 127), 0) + ((flags & 0x10) === 0 ? 0 : 10);
}
