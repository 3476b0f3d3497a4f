import type { FaultId } from '../../fixtures/faults/index.ts';
import { speechFormats, type SpeechFormat } from '../contract/limits.ts';
import { clause, type Expectation } from '../core/check.ts';
import { bytesAgreeWith, typeAgreesWith } from '../expect/audio/agrees-with-format.ts';
import { carriesSpeech } from '../expect/audio/carries-speech.ts';
import { contentTypeSeen } from '../expect/audio/content-type-seen.ts';
import { soundsIn } from '../expect/audio/sounds.ts';
import { hasErrorEnvelope } from '../expect/has-error-envelope.ts';
import { isRefusal } from '../expect/is-refusal.ts';
import { isSuccess } from '../expect/is-success.ts';
import { speak } from './probes.ts';

/** One MUST for each format, on the same request; a service can err in one format alone, but mostly errs in the way it treats all. */
function eachFormat(
  name: string,
  fault: FaultId | ((format: SpeechFormat) => FaultId),
  expect: (format: SpeechFormat) => readonly Expectation[],
) {
  return Object.fromEntries(
    speechFormats.map((format) => [
      `${format}-${name}`,
      {
        level: 'MUST' as const,
        probe: speak({ format }),
        expect: expect(format),
        fault: typeof fault === 'string' ? fault : fault(format),
      },
    ]),
  );
}

export const format = clause('2.5', 'speech.format', {
  says: 'format is one of mp3, opus, aac, flac, wav, pcm',
  also: ['2.6'],
  checks: {
    ...eachFormat(
      'is-accepted',
      (name) => `format-${name}-refused`,
      () => [isSuccess, carriesSpeech],
    ),
    ...eachFormat(
      'is-what-it-says',
      (name) => (name === 'mp3' ? 'speech-content-type-wrong' : 'format-mislabelled'),
      (name) => [typeAgreesWith(name)],
    ),
    ...eachFormat(
      'is-what-was-asked',
      (name) => (name === 'mp3' ? 'format-always-wav' : 'format-ignored'),
      (name) => [bytesAgreeWith(name)],
    ),
    ...eachFormat(
      'sounds',
      () => 'speech-audio-silent',
      (name) => [soundsIn(name)],
    ),
    'rejects-unknown': {
      level: 'MUST',
      twin: 'mp3-is-accepted',
      probe: speak({ format: 'ogg3' }),
      expect: [isRefusal, hasErrorEnvelope],
      fault: 'format-unknown-accepted',
    },
  },
  observations: {
    default: { says: 'The default format: not shown', probe: speak(), see: contentTypeSeen },
  },
});
