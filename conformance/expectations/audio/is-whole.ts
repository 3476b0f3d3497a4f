import { formats } from '../../audio/formats.ts';
import type { SpeechFormat } from '../../contract/limits.ts';
import type { Mismatch } from '../../model/check.ts';
import { isLastFrameTruncated } from './flac-frames.ts';
import { areOf16Bits } from './raw-samples.ts';
import { identify, soundOf } from './read-audio.ts';
import { notInContainer, onAudio } from './speech-body.ts';

/** Padding of audio in none of the formats of 2.5, taken from the format with the most padding. */
const paddingOfOthers = Math.max(...Object.values(formats).map(({ paddingSeconds }) => paddingSeconds));

const paddingOf = (format: SpeechFormat | 'other'): number =>
  format === 'other' ? paddingOfOthers : formats[format].paddingSeconds;

/**
 * The audio is as long as its own container says: the bytes of its chunks and frames, its last page, its samples (2.6:
 * the generated audio). Raw samples state no length, but those of 16 bits have two bytes each.
 */
export const isWhole = onAudio(async (audio) => {
  const [identified, sound] = await Promise.all([identify(audio), soundOf(audio)]);
  if ('inconclusive' in identified) return identified;
  const { format, label, declaredSeconds = 0, cut } = identified;
  if (cut !== undefined) return [missing(format, cut)];
  if (format === 'pcm' && audio.length % 2 === 1 && areOf16Bits(audio))
    return [missing(format, `${audio.length} bytes of samples that have two bytes each`)];
  if ('inconclusive' in sound) return sound;
  if (sound.is === 'noSound') return { inconclusive: `the audio does not decode: ${sound.because}` };
  // Players stop where the header says that the sound ends. A count of 0 stands for unknown (RFC 9639 8.2).
  if (label.startsWith('FLAC') && declaredSeconds > 0 && sound.seconds - declaredSeconds > paddingOf('flac'))
    return [
      missing(format, `${sound.seconds.toFixed(2)} s, of which its header counts ${declaredSeconds.toFixed(2)} s`),
    ];
  // Without a count, the last frame has to have an end.
  if (
    label.startsWith('FLAC') &&
    declaredSeconds === 0 &&
    isLastFrameTruncated(Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength))
  )
    return [{ ...missing(format, 'a last frame that ends before its checksum'), reference: 'RFC 9639 9.3' }];
  if (declaredSeconds - sound.seconds <= paddingOf(format)) return [];
  return [missing(format, `${sound.seconds.toFixed(2)} s of the ${declaredSeconds.toFixed(2)} s that it declares`)];
});

function missing(format: SpeechFormat | 'other', observed: string): Mismatch {
  const reference = format === 'other' ? undefined : formats[format].standard;
  return {
    subject: 'audio',
    expected: 'whole audio',
    observed,
    kind: { is: 'audio' },
    ...(reference === undefined ? {} : { reference }),
  };
}

/**
 * The fields of the format chunk of a WAV agree: players that trust one field would otherwise play it differently from
 * players that trust another.
 */
export const hasConsistentHeader = onAudio(async (audio) => {
  const identified = await identify(audio);
  if ('inconclusive' in identified) return identified;
  const { contradiction, format } = identified;
  if (format !== 'wav') return notInContainer('WAV');
  if (contradiction === undefined) return [];
  return [
    {
      subject: 'WAV header',
      expected: 'frames of channels times sample bytes, and rate times frame bytes per second',
      observed: contradiction,
      reference: 'RIFF WAVE',
    },
  ];
});
