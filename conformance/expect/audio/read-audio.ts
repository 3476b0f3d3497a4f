import type { SpeechFormat } from '../../contract/limits.ts';

/**
 * What the bytes are by their own structure; `pcm` where they begin like no container that is known. `cut` says where
 * the container promises more than there is.
 */
export type Identified = {
  readonly format: SpeechFormat | 'other';
  readonly words: string;
  readonly declaredSeconds?: number;
  readonly cut?: string;
};

/** Sound as a decoder gives it; `peak` from 0 to 1. */
export type Sound = { readonly is: 'sound'; readonly seconds: number; readonly peak: number };
export type NoSound = { readonly is: 'noSound'; readonly because: string };

/** Containers and codecs as music-metadata names them. */
const formatByCodec: readonly (readonly [RegExp, SpeechFormat])[] = [
  [/opus/i, 'opus'],
  [/flac/i, 'flac'],
  [/aac|mp4a/i, 'aac'],
  [/layer 3|mp3/i, 'mp3'],
];

/** music-metadata's words for a WAV and an Ogg that break off. */
const cutWarnings = /^(data chunk length exceeding file length|End-of-stream reached before reaching last page)/;

const identified = new WeakMap<Uint8Array, Promise<Identified>>();
const decoded = new WeakMap<Uint8Array, Promise<Sound | NoSound>>();

/** Container and codec, by music-metadata. */
export function identify(audio: Uint8Array): Promise<Identified> {
  return remembered(identified, audio, identifyAnew);
}

/** Decodes what is in a container, by the decoders behind audio-decode. */
export function soundOf(audio: Uint8Array): Promise<Sound | NoSound> {
  return remembered(decoded, audio, decodeAnew);
}

async function identifyAnew(audio: Uint8Array): Promise<Identified> {
  const { parseBuffer } = await import('music-metadata');
  if (!looksContained(audio)) return { format: 'pcm', words: 'bytes of no known container, such as raw samples' };
  try {
    const { format, quality } = await parseBuffer(audio, undefined, { duration: true });
    const { container = '', codec = '', duration } = format;
    const warning = quality.warnings.map(({ message }) => message).find((message) => cutWarnings.test(message));
    return {
      format: formatOf(container, codec),
      words: [container, codec].filter((word) => word !== '').join(' with '),
      ...(duration === undefined ? {} : { declaredSeconds: duration }),
      ...(warning === undefined || isStreamedWav(audio) ? {} : { cut: warning }),
    };
  } catch (error) {
    return { format: 'other', words: `not readable: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** A WAV that is written as it is made does not know its length, and states the largest there is, or nearly. */
function isStreamedWav(audio: Uint8Array): boolean {
  const bytes = Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength);
  const at = bytes.indexOf('data', 12, 'latin1');
  return (
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    at > 0 &&
    at + 8 <= bytes.length &&
    bytes.readUInt32LE(at + 4) > 0x7fff_0000
  );
}

function formatOf(container: string, codec: string): SpeechFormat | 'other' {
  if (/wave|riff/i.test(container)) return 'wav';
  return (
    formatByCodec.find(([pattern]) => pattern.test(codec) || (codec === '' && pattern.test(container)))?.[1] ?? 'other'
  );
}

/** The first bytes of RIFF, Ogg, FLAC, ID3, MP4, Matroska, AIFF, and the sync words of MPEG audio and ADTS. */
function looksContained(audio: Uint8Array): boolean {
  const head = Buffer.from(audio.subarray(0, 12)).toString('latin1');
  if (/^(RIFF|OggS|fLaC|ID3|FORM|\x1aE\xdf\xa3|.{4}ftyp)/s.test(head)) return true;
  return audio[0] === 0xff && ((audio[1] ?? 0) & 0xe0) === 0xe0 && ((audio[2] ?? 0xff) & 0xf0) !== 0xf0;
}

async function decodeAnew(audio: Uint8Array): Promise<Sound | NoSound> {
  const { default: decode } = await import('audio-decode');
  try {
    const { channelData, sampleRate } = await decode(audio);
    const [samples] = channelData;
    if (samples === undefined || samples.length === 0) return { is: 'noSound', because: 'no samples come out of it' };
    return { is: 'sound', seconds: samples.length / sampleRate, peak: Math.max(...channelData.map(peakOf)) };
  } catch (error) {
    return { is: 'noSound', because: error instanceof Error ? error.message : String(error) };
  }
}

function peakOf(samples: Float32Array): number {
  return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
}

function remembered<T>(
  known: WeakMap<Uint8Array, Promise<T>>,
  audio: Uint8Array,
  read: (audio: Uint8Array) => Promise<T>,
): Promise<T> {
  const already = known.get(audio) ?? read(audio);
  known.set(audio, already);
  return already;
}
