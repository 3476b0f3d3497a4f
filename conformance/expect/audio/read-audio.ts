import type { SpeechFormat } from '../../contract/limits.ts';
import { excerptOf } from '../../core/content.ts';
import { frameChainIn } from './mpeg-frames.ts';
import { wavChunksOf } from './wav-chunks.ts';

/**
 * What the bytes are by their own structure; `pcm` where they begin like no container that is known. `cut` says where
 * the container promises more than there is, `contradiction` where it says two things that exclude each other.
 */
export type Identified = {
  readonly format: SpeechFormat | 'other';
  readonly words: string;
  readonly declaredSeconds?: number;
  readonly cut?: string;
  readonly contradiction?: string;
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

/** music-metadata's words for an Ogg whose last page is not marked as the last (RFC 3533 6). */
const unendedOgg = /^End-of-stream reached before reaching last page/;

const identified = new WeakMap<Uint8Array, Promise<Identified>>();
const decoded = new WeakMap<Uint8Array, Promise<Sound | NoSound>>();

/** Container and codec, by music-metadata; raw MPEG frames by their chain. */
export function identify(audio: Uint8Array): Promise<Identified> {
  return remembered(identified, audio, identifyAnew);
}

/** Decodes what is in a container, by the decoders behind audio-decode. */
export function soundOf(audio: Uint8Array): Promise<Sound | NoSound> {
  return remembered(decoded, audio, decodeAnew);
}

async function identifyAnew(audio: Uint8Array): Promise<Identified> {
  const chain = frameChainIn(audio);
  if (chain === undefined && !hasContainerHead(audio)) return uncontained(audio);
  const { parseBuffer } = await import('music-metadata');
  try {
    const { format, quality } = await parseBuffer(audio, undefined, { duration: true });
    const { container = '', codec = '', duration } = format;
    const warning = quality.warnings.map(({ message }) => message).find((message) => unendedOgg.test(message));
    const named = formatOf(container, codec);
    const inside = named === 'wav' ? wavChunksOf(audio) : warning === undefined ? {} : { cut: warning };
    return {
      format: named === 'other' ? (chain?.format ?? named) : named,
      words: [container, codec].filter((word) => word !== '').join(' with '),
      ...(duration === undefined ? {} : { declaredSeconds: duration }),
      ...(chain === undefined || chain.missingBytes === 0 ? inside : { cut: cutFrame(chain) }),
    };
  } catch (error) {
    return { format: 'other', words: `not readable: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function cutFrame({ frames, missingBytes }: { readonly frames: number; readonly missingBytes: number }): string {
  return `frame ${frames + 1} lacks ${missingBytes} bytes of its length`;
}

/** Raw samples; but samples that are all printable would be a strange sound, and a likely second layer of text. */
function uncontained(audio: Uint8Array): Identified {
  const isText = audio.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d);
  if (isText) return { format: 'other', words: `text: ${excerptOf(audio)}` };
  return { format: 'pcm', words: 'bytes of no known container, such as raw samples' };
}

function formatOf(container: string, codec: string): SpeechFormat | 'other' {
  if (/wave|riff/i.test(container)) return 'wav';
  return (
    formatByCodec.find(([pattern]) => pattern.test(codec) || (codec === '' && pattern.test(container)))?.[1] ?? 'other'
  );
}

/** The first bytes of RIFF, Ogg, FLAC, ID3, MP4, Matroska and AIFF. */
function hasContainerHead(audio: Uint8Array): boolean {
  const head = Buffer.from(audio.subarray(0, 12)).toString('latin1');
  return /^(RIFF|OggS|fLaC|ID3|FORM|\x1aE\xdf\xa3|.{4}ftyp)/s.test(head);
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
