import type { FaultId } from '../../fixtures/faults/index.ts';
import type { SpeechFormat } from '../contract/limits.ts';
import { clause } from '../core/check.ts';
import { isInItsContainer } from '../expect/audio/is-of-its-type.ts';
import { isWhole } from '../expect/audio/is-whole.ts';
import { isShorter } from '../expect/audio/lasts.ts';
import { isSuccess } from '../expect/is-success.ts';
import { soundsIn } from '../expect/audio/sounds.ts';
import { unlessTooLong } from './outcomes.ts';
import { longText, sentences, speak, speakEach, spokenText } from './probes.ts';

/** One sentence, two on lines of their own, and three on one line: who stops at the first says all of them alike. */
const oneAndMore = speakEach(
  ...[spokenText, `${spokenText}\n\n${spokenText}`, sentences].map((text) => ({ text, format: 'wav' })),
);
const one = { at: 0, words: 'one sentence' } as const;

/** Sound that is hardly packed is the largest answer there is, by far: a limit on the way is met here, if anywhere. */
const largeIsWhole = (format: 'wav' | 'flac') =>
  ({
    level: 'MUST',
    says: 'audioBase64 is the generated audio, all of it, however large',
    probe: speak({ text: longText, format }),
    expect: [unlessTooLong(isSuccess), unlessTooLong(soundsIn(format)), unlessTooLong(isWhole)],
    fault: 'speech-audio-cut-at-1-mib',
  }) as const;

const inItsContainer = (format: SpeechFormat, fault: FaultId) =>
  ({ level: 'MUST', probe: speak({ format }), expect: [isInItsContainer], fault }) as const;

export const whole = clause('2.6', 'speech.whole', {
  says: 'audioBase64 is the generated audio, and contentType is its media type',
  also: ['1', '2.5', '4.5'],
  checks: {
    'speaks-every-line': {
      level: 'MUST',
      says: 'text is the text to speak, all of it',
      twin: 'speech.text/accepts-line-breaks',
      probe: oneAndMore,
      expect: [unlessTooLong(isShorter(one, { at: 1, words: 'two lines of it' }), 1)],
      fault: 'text-first-line-only',
    },
    'speaks-every-sentence': {
      level: 'MUST',
      says: 'text is the text to speak, all of it',
      probe: oneAndMore,
      expect: [unlessTooLong(isShorter(one, { at: 2, words: 'three of it' }))],
      fault: 'text-first-sentence-only',
    },
    'is-one-recording': {
      level: 'MUST',
      says: 'The generated audio is one recording: of several put end to end players know the first only',
      probe: oneAndMore,
      expect: [unlessTooLong(isWhole)],
      fault: 'speech-wav-end-to-end',
    },
    'large-wav-is-whole': largeIsWhole('wav'),
    'large-flac-is-whole': largeIsWhole('flac'),
    'opus-is-in-its-container': inItsContainer('opus', 'speech-opus-says-webm'),
    'aac-is-in-its-container': inItsContainer('aac', 'speech-aac-says-mp4'),
    'flac-is-in-its-container': inItsContainer('flac', 'speech-flac-says-ogg'),
  },
});
