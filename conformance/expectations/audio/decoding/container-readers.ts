import type { SpeechFormat } from '../../../contract/limits.ts';
import type { ReadingBound } from './reading-bound.ts';
import { hasSamples, hasTooManyChunks, mostWavChunks, wavChunksOf, wavSeconds } from './wav-chunks.ts';

/**
 * What assay reads itself of the only container of a format, since music-metadata does not tell whether it is whole.
 */
type ContainerReader = {
  /**
   * Matches the name that music-metadata gives the container. `label`: its name where music-metadata cannot read it.
   */
  readonly namePattern: RegExp;
  readonly label: string;
  /** Whether it says what its sound is, and has some: decoders start from that, whatever else stands before it. */
  readonly hasSound: (audio: Uint8Array) => boolean;
  /** `cut`: where it promises more than there is. `contradiction`: two statements that exclude each other. */
  readonly flawsOf: (audio: Uint8Array) => { readonly cut?: string; readonly contradiction?: string };
  /** Its length by its own numbers. Absent where those of music-metadata are right. */
  readonly secondsOf?: (audio: Uint8Array) => number | undefined;
  /** How many of its parts are read. */
  readonly bound: ReadingBound & { readonly isExceeded: (audio: Uint8Array) => boolean };
};

/** Formats without a container, and formats whose containers hold other formats too, are not listed. */
const readers: Partial<Readonly<Record<SpeechFormat, ContainerReader>>> = {
  wav: {
    namePattern: /wave|riff/i,
    label: 'WAVE',
    hasSound: hasSamples,
    flawsOf: wavChunksOf,
    secondsOf: wavSeconds,
    bound: { most: mostWavChunks, parts: 'chunks', container: 'a WAV', isExceeded: hasTooManyChunks },
  },
};

export const containerReaders = Object.entries(readers) as readonly (readonly [SpeechFormat, ContainerReader])[];

export function readerOf(format: SpeechFormat | 'other'): ContainerReader | undefined {
  return format === 'other' ? undefined : readers[format];
}
