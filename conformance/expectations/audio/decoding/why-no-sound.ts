import { firstFrameOffset } from './flac-layout.ts';
import { frameAt, findFrame, hasWrongChecksum } from './flac-walk.ts';
import { opusHeadBytes, packetsIn, oggPagesIn } from './ogg-pages.ts';

/**
 * What in the header or the first frame of an audio keeps it from being decoded, where decoders say less or something
 * else. Undefined where nothing is known.
 */
export function whyNoSound(audio: Uint8Array): string | undefined {
  const bytes = Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength);
  const flaw = flawOfFlac(bytes) ?? flawOfOpus(bytes);
  return flaw === undefined ? undefined : `it does not decode: ${flaw}`;
}

/**
 * Most bytes from the end of the header at which the first frame is looked for: a block may be stated too short or too
 * long.
 */
const mostAstray = 64;

function flawOfFlac(flac: Buffer): string | undefined {
  const start = firstFrameOffset(flac);
  if (start === undefined) return undefined;
  const first = frameAt(flac, start);
  if (first === undefined) {
    const at = nearest(start).find((each) => frameAt(flac, each)?.number === 0);
    if (at === undefined) return undefined;
    const bytes = Math.abs(start - at);
    return `its header says that it ends at byte ${start}, and the first frame begins ${bytes} bytes ${at < start ? 'before' : 'behind'} that (RFC 9639 8)`;
  }
  const next = findFrame(flac, start + 1, first.number + 1);
  return next !== undefined && hasWrongChecksum(flac, first, next.at)
    ? 'its first frame ends with another checksum than that of its bytes (RFC 9639 9.3)'
    : undefined;
}

function nearest(start: number): readonly number[] {
  return Array.from({ length: mostAstray }, (_, far) => [start - far - 1, start + far + 1])
    .flat()
    .filter((at) => at > 0);
}

function flawOfOpus(audio: Buffer): string | undefined {
  const pages = [...oggPagesIn(audio)];
  const [head] = pages[0] === undefined ? [] : packetsIn(pages[0]);
  if (head?.toString('latin1', 0, 8) !== 'OpusHead') return undefined;
  const bytes = opusHeadBytes(head);
  if (head.length < bytes) return `its OpusHead has ${head.length} bytes, of ${bytes} (RFC 7845 5.1)`;
  const packets = pages.flatMap(packetsIn);
  // OpusTags is the second header, and a packet of sound has at least one byte (RFC 6716 3.1).
  return packets.slice(2).every(({ length }) => length === 0)
    ? 'nothing comes behind its two headers (RFC 7845 3)'
    : undefined;
}
