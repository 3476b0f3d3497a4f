import { streamInfoOf, type StreamInfo } from './decoding/flac-stream-info.ts';
import { notInContainer, onAudio } from './speech-body.ts';

/** The layout of the samples of a FLAC. A frame may leave a field to the header. */
type Layout = Partial<StreamInfo>;

/**
 * Rate in Hz by four bits of a frame header (RFC 9639 9.1.2). Code 0 leaves it to STREAMINFO; for 12 to 14 it stands
 * later in the header.
 */
const hertzByCode = [
  undefined,
  88_200,
  176_400,
  192_000,
  8000,
  16_000,
  22_050,
  24_000,
  32_000,
  44_100,
  48_000,
  96_000,
] as const;
/** Bits of a sample by three bits of a frame header (RFC 9639 9.1.4). */
const bitsByCode = [undefined, 8, 12, undefined, 16, 20, 24, 32] as const;

/**
 * The first frame of a FLAC directly follows the header and has the layout that the header states: players that trust
 * the header would play it at another speed, or not at all.
 */
export const hasFramesAsDeclared = onAudio((audio) => {
  const flac = Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength);
  if (flacFramesAt(flac) === undefined) return notInContainer('plain FLAC');
  const contradiction = contradictionIn(flac);
  if (contradiction === undefined) return [];
  const expected = 'frames right after the header that agree with it';
  return [{ subject: 'FLAC header', expected, observed: contradiction, reference: 'RFC 9639 8.2' }];
});

function contradictionIn(flac: Buffer): string | undefined {
  const at = flacFramesAt(flac);
  // Other checks judge a file that is no FLAC, is in another container, or is cut within its header.
  if (at === undefined || at + 4 > flac.length) return undefined;
  if (flac.readUInt8(at) !== 0xff || (flac.readUInt8(at + 1) & 0xfe) !== 0xf8) return `no frame begins at offset ${at}`;
  const [said, framed] = [streamInfoOf(flac), framedAt(flac, at)];
  if (said === undefined) return undefined;
  const names = ['hertz', 'channels', 'bits'] as const;
  if (names.every((name) => framed[name] === undefined || framed[name] === said[name])) return undefined;
  return `${inWords(said)} in the header, ${inWords({ ...said, ...framed })} in the first frame`;
}

/** Offset of the end of the metadata blocks. Undefined where there are none, or where they are longer than the file. */
export function flacFramesAt(flac: Buffer): number | undefined {
  if (flac.toString('latin1', 0, 4) !== 'fLaC' || flac.length < 42) return undefined;
  for (let at = 4; at + 4 <= flac.length;) {
    const isLast = flac.readUInt8(at) >= 0x80;
    at += 4 + flac.readUIntBE(at + 1, 3);
    if (isLast) return at;
  }
  return undefined;
}

function framedAt(flac: Buffer, at: number): Layout {
  const [hertz, bits] = [hertzByCode[flac.readUInt8(at + 2) & 15], bitsByCode[(flac.readUInt8(at + 3) >> 1) & 7]];
  const coded = flac.readUInt8(at + 3) >> 4;
  // Codes 8 to 10 are two channels, one of them as the difference.
  const channels = coded < 8 ? coded + 1 : 2;
  return { channels, ...(hertz === undefined ? {} : { hertz }), ...(bits === undefined ? {} : { bits }) };
}

function inWords({ hertz, channels, bits }: Layout): string {
  return `${channels} × ${bits} bits at ${hertz} Hz`;
}
