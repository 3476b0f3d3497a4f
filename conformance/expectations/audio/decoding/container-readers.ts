import type { SpeechFormat } from '../../../contract/limits.ts';
import { countText } from '../../../reading/count-text.ts';
import { hasSamples, hasTooManyChunks, isWave, mostWavChunks, wavChunksOf, wavSeconds } from './wav-chunks.ts';

/** What is read here of the one container that a format has, as music-metadata does not tell whether it is whole. */
type ContainerReader = {
  /** What music-metadata calls it, and what it is called where that cannot read it. */
  readonly named: RegExp;
  readonly words: string;
  readonly isIt: (audio: Uint8Array) => boolean;
  /** Whether it says what its sound is, and has some: decoders start from that, whatever else stands before it. */
  readonly hasSound: (audio: Uint8Array) => boolean;
  /** Where it promises more than there is, and where it says two things that exclude each other. */
  readonly flawsOf: (audio: Uint8Array) => { readonly cut?: string; readonly contradiction?: string };
  /** What it lasts, by its own numbers; absent where those of music-metadata do. */
  readonly secondsOf?: (audio: Uint8Array) => number | undefined;
  /** What is too much of it to be read at all: libraries make an object of each part. */
  readonly beyond: (audio: Uint8Array) => string | undefined;
};

/** A format whose containers hold others too, or which has none, is not among them. */
const readers: Partial<Readonly<Record<SpeechFormat, ContainerReader>>> = {
  wav: {
    named: /wave|riff/i,
    words: 'WAVE',
    isIt: isWave,
    hasSound: hasSamples,
    flawsOf: wavChunksOf,
    secondsOf: wavSeconds,
    beyond: (audio) => (hasTooManyChunks(audio) ? `a WAV of more than ${countText(mostWavChunks)} chunks` : undefined),
  },
};

export const containerReaders = Object.entries(readers) as readonly (readonly [SpeechFormat, ContainerReader])[];

export function readerOf(format: SpeechFormat | 'other'): ContainerReader | undefined {
  return format === 'other' ? undefined : readers[format];
}
