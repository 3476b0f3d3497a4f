import type { FaultId } from '../../../fixtures/faults/index.ts';
import { speechFormats, speed as bounds, type SpeechFormat, type VoiceName } from '../../contract/limits.ts';

/** What the checks ask of a format, whose faults of its own `fixtures/faults/speech` has. */
type AskedFormat = {
  /** Whose it is where speeches are paid for: a price may go by the voice, by the format, or by both. */
  readonly voice: VoiceName;
  /**
   * What some voices ask for besides: each format at both bounds of the speed at least once (`speed.checks` has the rest),
   * each voice with a speed of its own, and guidance in each format. Any two voices have a format in which both ask for
   * nothing besides: there they can be told apart.
   */
  readonly besides: Partial<Readonly<Record<VoiceName, { readonly speed?: number; readonly instructions?: string }>>>;
  /** The fault by which its file is not whole, and others; absent for what announces no end. */
  readonly notWhole?: FaultId;
  readonly alsoNotWhole?: readonly FaultId[];
};

const calmly = { instructions: 'Calmly.' };
const [slowest, quickest] = [{ speed: bounds.minimum }, { speed: bounds.maximum }];

/** All that the checks of speech and of its price know of a format, save those that are about one alone. */
export const askedFormats: Readonly<Record<SpeechFormat, AskedFormat>> = {
  mp3: {
    voice: 'alloy',
    besides: { echo: quickest, fable: slowest, nova: calmly },
    notWhole: 'speech-mp3-cut-mid-frame',
  },
  opus: { voice: 'nova', besides: { echo: { speed: 2 }, nova: quickest }, notWhole: 'speech-opus-last-page-missing' },
  aac: { voice: 'fable', besides: { shimmer: quickest }, notWhole: 'speech-audio-truncated' },
  flac: {
    voice: 'echo',
    besides: { echo: calmly, nova: slowest, shimmer: quickest },
    notWhole: 'speech-flac-tail-missing',
    alsoNotWhole: ['speech-flac-counts-its-first-block'],
  },
  wav: {
    voice: 'shimmer',
    besides: { onyx: calmly, nova: { speed: 0.5 } },
    notWhole: 'speech-wav-data-size-in-samples',
    alsoNotWhole: ['speech-wav-data-size-0', 'speech-wav-riff-size-0'],
  },
  pcm: { voice: 'onyx', besides: { fable: calmly, onyx: quickest } },
};

/** `fixtures/faults/speech` has one for each format of `fixtures/audio/formats.ts`, which has to have those of the contract. */
export const refusedFault = (format: SpeechFormat): FaultId => `format-${format}-refused`;

/** The checks of single speeds ask for the other two, and would find the speed ignored there. */
function isApart(format: SpeechFormat): format is Exclude<SpeechFormat, 'mp3' | 'wav'> {
  return format !== 'mp3' && format !== 'wav';
}

/** Those of the same formats. */
export const speedIgnoredFaults: readonly FaultId[] = speechFormats
  .filter(isApart)
  .map((format) => `speed-ignored-in-${format}` as const);
