import { countText } from '../../../reading/count-text.ts';
import { containerReaders } from './container-readers.ts';
import { streamInfoOf, type StreamInfo } from './flac-stream-info.ts';
import { boxBound, exceededBoxLimit } from './mp4-boxes.ts';
import { moreThan, type ReadingBound } from './reading-bound.ts';
import { mostWavChunks } from './wav-chunks.ts';

/** An hour of pages with one packet each, as libopus sends them, has 180,000. */
const pageBound = { most: 200_000, parts: 'pages', container: 'an Ogg' } as const;
/** A file for each sentence, joined to one Ogg, makes a stream for each. */
const streamBound = { most: 1_000, parts: 'streams', container: 'an Ogg' } as const;
/**
 * Most samples per second over all channels: FLAC and Opus with twice what anybody records, which is eight channels of
 * 192 kHz.
 */
export const mostSamples = 2 * 8 * 192_000;

/** What is read of each container. */
export const readingBounds: readonly ReadingBound[] = [
  ...containerReaders.map(([, { bound }]) => bound),
  pageBound,
  streamBound,
  boxBound,
];

/**
 * Why an audio is not read at all, found by going from header to header. Undefined where it is read. Libraries make an
 * object of each part of a container, and allocate as much memory as its numbers state, before anything can be checked.
 * Audio far beyond every sensible file may be valid, but is nobody's speech.
 */
export function exceededReadingLimit(audio: Uint8Array): string | undefined {
  const bytes = Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength);
  const own = containerReaders.find(([, { bound }]) => bound.isExceeded(audio))?.[1].bound;
  return own === undefined ? (exceededOggLimit(bytes) ?? exceededBoxLimit(bytes)) : moreThan(own);
}

/** The same for decoding the sound: seconds of some audio take as much as minutes of other audio. */
export function exceededDecodingLimit(audio: Uint8Array): string | undefined {
  const bytes = Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength);
  const wav = exceededWavLimit(bytes);
  if (wav !== undefined) return wav;
  const { channels, hertz } = streamInfoOf(bytes) ?? opusLayout(bytes) ?? { channels: 0, hertz: 0 };
  if (channels * hertz <= mostSamples) return undefined;
  return `audio of ${channels} channels at ${countText(hertz)} Hz`;
}

/**
 * Most samples in a byte: as many as ADPCM packs, with room for a header that is slightly off. A decoder allocates as
 * much memory as the header states, which may be 4 GB for 20 kB.
 */
const mostSamplesPerByte = 4;
/**
 * PCM, float, A-law and µ-law have one sample of each channel in a block. The ADPCM of Microsoft and of IMA has as many
 * as the header states.
 */
const plainCodecs: readonly number[] = [1, 3, 6, 7];
const adpcmCodecs: readonly number[] = [2, 0x11];

/** Checks every format chunk, wherever it stands, since a decoder takes the last. */
function exceededWavLimit(bytes: Buffer): string | undefined {
  if (!/^R(IFF|F64).{4}WAVE/s.test(bytes.toString('latin1', 0, 12))) return undefined;
  for (let [at, chunks] = [12, 0]; at + 24 <= bytes.length && chunks <= mostWavChunks; chunks += 1) {
    const size = bytes.readUInt32LE(at + 4);
    const perByte = bytes.toString('latin1', at, at + 4) === 'fmt ' ? samplesPerByte(bytes.subarray(at + 8)) : 0;
    if (perByte > mostSamplesPerByte) return `a WAV that states ${countText(Math.floor(perByte))} samples in a byte`;
    at += 8 + size + (size % 2);
  }
  return undefined;
}

function samplesPerByte(format: Buffer): number {
  const [tag, channels, blockBytes] = [format.readUInt16LE(0), format.readUInt16LE(2), format.readUInt16LE(12)];
  // In the extensible format, the codec stands at the beginning of the GUID.
  const codec = tag === 0xfffe && format.length >= 26 ? format.readUInt16LE(24) : tag;
  if (plainCodecs.includes(codec)) return channels / Math.max(1, blockBytes);
  const inBlock = format.length >= 20 ? format.readUInt16LE(18) : 0;
  return adpcmCodecs.includes(codec) ? (channels * inBlock) / Math.max(1, blockBytes) : 0;
}

type Layout = Pick<StreamInfo, 'channels' | 'hertz'>;

/** Opus is decoded at 48 kHz, whatever its input was (RFC 7845 5.1). OpusHead is the first packet of the first page. */
function opusLayout(bytes: Buffer): Layout | undefined {
  const at = 27 + (bytes[26] ?? 0);
  if (bytes.toString('latin1', 0, 4) !== 'OggS' || bytes.toString('latin1', at, at + 8) !== 'OpusHead')
    return undefined;
  return { hertz: 48_000, channels: bytes[at + 9] ?? 0 };
}

/** Counts pages, and pages that begin a stream, which have the second bit of their flags (RFC 3533 6). */
function exceededOggLimit(bytes: Buffer): string | undefined {
  let [pages, streams] = [0, 0];
  for (let at = 0; bytes.length - at >= 27 && bytes.readUInt32BE(at) === 0x4f676753; pages += 1) {
    if (((bytes[at + 5] ?? 0) & 2) !== 0) streams += 1;
    if (pages === pageBound.most) return moreThan(pageBound);
    if (streams > streamBound.most) return moreThan(streamBound);
    const segments = bytes[at + 26] ?? 0;
    let end = at + 27 + segments;
    for (let segment = at + 27; segment < at + 27 + segments; segment += 1) end += bytes[segment] ?? 0;
    at = end;
  }
  return undefined;
}
