import { streamInfoOf } from './flac-stream-info.ts';
import { crc8, frameAt, nextFrame, trailingTagOffset, withCrc16, type Frame } from './flac-walk.ts';

/**
 * True where the first frame of a FLAC leaves its rate or its sample width to STREAMINFO, as any frame may (RFC 9639
 * 9.1.2, 9.1.4): the decoder of audio-decode 3.12 skips such frames, and other decoders play them.
 */
export function flacFrameNeedsHeader(audio: Uint8Array): boolean {
  const at = firstFrameOffset(audio);
  return at !== undefined && leavesIt(audio.subarray(at, at + 4));
}

/**
 * The FLAC without a tag after its last frame: decoders take such a tag for a part of the frame and leave the frame
 * out, but players play it. Undefined where there is no tag.
 */
export function flacWithoutTag(audio: Uint8Array): Uint8Array | undefined {
  const start = firstFrameOffset(audio);
  if (start === undefined) return undefined;
  const flac = Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength);
  let last = frameAt(flac, start);
  for (let next = last; next !== undefined; next = nextFrame(flac, next)) last = next;
  const end = last === undefined ? undefined : trailingTagOffset(flac, last);
  return end === undefined ? undefined : audio.subarray(0, end);
}

export function firstFrameOffset(audio: Uint8Array): number | undefined {
  if (Buffer.from(audio.subarray(0, 4)).toString('latin1') !== 'fLaC') return undefined;
  for (let at = 4; at + 4 <= audio.length;) {
    const [kind = 0, high = 0, middle = 0, low = 0] = audio.subarray(at, at + 4);
    at += 4 + ((high << 16) | (middle << 8) | low);
    if (kind >= 0x80) return at;
  }
  return undefined;
}

/** Rate in Hz, and bits of a sample, by their codes in a frame header (RFC 9639 9.1.2, 9.1.4). */
const rates = [undefined, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000];
const widths = [undefined, 8, 12, undefined, 16, 20, 24, 32];

/**
 * The same FLAC with rate and sample width, and new checksums, in each frame. Undefined where its frames have them
 * already, or where there is no code for them.
 */
export function withLayoutInFrames(audio: Uint8Array): Uint8Array | undefined {
  const start = firstFrameOffset(audio);
  if (start === undefined || !leavesIt(audio.subarray(start, start + 4))) return undefined;
  const given = Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength);
  const stated = streamInfoOf(given);
  const [rate, width] = [rates.indexOf(stated?.hertz), widths.indexOf(stated?.bits)];
  if (stated === undefined || rate < 0 || width < 0) return undefined;
  const written = Buffer.from(given);
  for (let frame = frameAt(given, start); frame !== undefined;) {
    const next = nextFrame(given, frame);
    writeLayout(written, frame, next?.at ?? given.length, { rate, width });
    frame = next;
  }
  return written;
}

function writeLayout(
  flac: Buffer,
  { at, headerBytes }: Frame,
  end: number,
  codes: { readonly rate: number; readonly width: number },
): void {
  const [rate = 0, width = 0] = flac.subarray(at + 2, at + 4);
  flac[at + 2] = (rate & 15) === 0 ? rate | codes.rate : rate;
  flac[at + 3] = ((width >> 1) & 7) === 0 ? width | (codes.width << 1) : width;
  flac[at + headerBytes - 1] = crc8(flac.subarray(at, at + headerBytes - 1));
  flac.writeUInt16BE(flac.subarray(at, end - 2).reduce(withCrc16, 0), end - 2);
}

/**
 * True where the rate (four bits of the third byte) or the width (three bits of the fourth) is left to the header by a
 * 0.
 */
function leavesIt([sync = 0, kind = 0, rate = 0, width]: Uint8Array): boolean {
  if (sync !== 0xff || (kind & 0xfe) !== 0xf8 || width === undefined) return false;
  return (rate & 15) === 0 || ((width >> 1) & 7) === 0;
}
