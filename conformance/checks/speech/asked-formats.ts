import type { FaultId } from '../../../fixtures/faults/index.ts';
import { speechFormats, speed as bounds, type SpeechFormat, type VoiceName } from '../../contract/limits.ts';

/** What the checks request of a format, whose own faults are in `fixtures/faults/speech`. */
type FormatRequests = {
  /**
   * The voice for this format where speeches are charged: a price may depend on the voice, on the format, or on both. As
   * long as there are no more formats than voices, each has its own.
   */
  readonly voice: VoiceName;
  /**
   * Further members in the requests of some voices: each format at both bounds of the speed at least once
   * (`speed.checks` has the rest), each voice with a speed of its own, and guidance in each format. Any two voices
   * share a format in which neither request has further members: there their sounds can be compared.
   */
  readonly extraFields: Partial<
    Readonly<Record<VoiceName, { readonly speed?: number; readonly instructions?: string }>>
  >;
  /**
   * The fault by which the file of this format is not whole, and further such faults; absent for a format that
   * announces no end.
   */
  readonly truncationFault?: FaultId;
  readonly moreTruncationFaults?: readonly FaultId[];
};

const calmly = { instructions: 'Calmly.' };
const [slowest, quickest] = [{ speed: bounds.minimum }, { speed: bounds.maximum }];

/** What the checks of speech and of its price use of each format, except what concerns a single format. */
export const formatRequests: Readonly<Record<SpeechFormat, FormatRequests>> = {
  mp3: {
    voice: 'alloy',
    extraFields: { echo: quickest, fable: quickest, nova: slowest },
    truncationFault: 'speech-mp3-cut-mid-frame',
  },
  opus: {
    voice: 'nova',
    extraFields: { echo: quickest, nova: quickest },
    truncationFault: 'speech-opus-last-page-missing',
  },
  aac: {
    voice: 'fable',
    extraFields: { fable: quickest, shimmer: quickest },
    truncationFault: 'speech-audio-truncated',
  },
  flac: {
    voice: 'echo',
    extraFields: { echo: calmly, fable: slowest, nova: slowest, shimmer: quickest },
    truncationFault: 'speech-flac-tail-missing',
    moreTruncationFaults: ['speech-flac-counts-its-first-block'],
  },
  wav: {
    voice: 'shimmer',
    extraFields: { fable: quickest, onyx: calmly },
    truncationFault: 'speech-wav-data-size-in-samples',
    moreTruncationFaults: ['speech-wav-data-size-0', 'speech-wav-riff-size-0'],
  },
  pcm: { voice: 'onyx', extraFields: { fable: calmly, shimmer: calmly, onyx: quickest } },
};

/**
 * `fixtures/faults/speech` has such a fault for each format of `fixtures/audio/formats.ts`, which must have the formats
 * of the contract.
 */
export const formatRefusedFault = (format: SpeechFormat): FaultId => `format-${format}-refused`;

/** Checks of single speeds use mp3 and wav, and would find the speed ignored there. */
function isApart(format: SpeechFormat): format is Exclude<SpeechFormat, 'mp3' | 'wav'> {
  return format !== 'mp3' && format !== 'wav';
}

/** Faults that ignore the speed in one of these formats. */
export const speedIgnoredFaults: readonly FaultId[] = speechFormats
  .filter(isApart)
  .map((format) => `speed-ignored-in-${format}` as const);
