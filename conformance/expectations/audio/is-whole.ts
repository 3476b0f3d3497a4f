import { formats } from '../../audio/formats.ts';
import type { SpeechFormat } from '../../contract/limits.ts';
import type { Mismatch } from '../../model/check.ts';
import { breaksOff } from './flac-frames.ts';
import { identify, soundOf } from './read-audio.ts';
import { notIn, onAudio } from './spoken.ts';

/** Of what is none of the formats of 2.5: as of the one that is padded most. */
const paddingOfOthers = Math.max(...Object.values(formats).map(({ paddingSeconds }) => paddingSeconds));

const paddingOf = (format: SpeechFormat | 'other'): number =>
  format === 'other' ? paddingOfOthers : formats[format].paddingSeconds;

/**
 * There is as much as the container itself promises: the bytes of its chunks and frames, its last page, its samples
 * (2.6: the generated audio). Raw samples promise nothing.
 */
export const isWhole = onAudio(async (audio) => {
  const [identified, sound] = await Promise.all([identify(audio), soundOf(audio)]);
  if ('inconclusive' in identified) return identified;
  const { format, words, declaredSeconds = 0, cut } = identified;
  if (cut !== undefined) return [missing(format, cut)];
  if ('inconclusive' in sound) return sound;
  if (sound.is === 'noSound') return { inconclusive: `the audio does not decode: ${sound.because}` };
  // Players stop where the header has it end; a count of 0 stands for none (RFC 9639 8.2).
  if (words.startsWith('FLAC') && declaredSeconds > 0 && sound.seconds - declaredSeconds > paddingOf('flac'))
    return [
      missing(format, `${sound.seconds.toFixed(2)} s, of which its header counts ${declaredSeconds.toFixed(2)} s`),
    ];
  // Where nothing is counted, the last frame has an end none the less.
  if (
    words.startsWith('FLAC') &&
    declaredSeconds === 0 &&
    breaksOff(Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength))
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

/** The format chunk of a WAV does not contradict itself: players that trust one field hear other speech than the rest. */
export const hasConsistentHeader = onAudio(async (audio) => {
  const identified = await identify(audio);
  if ('inconclusive' in identified) return identified;
  const { contradiction, format } = identified;
  if (format !== 'wav') return notIn('WAV');
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
