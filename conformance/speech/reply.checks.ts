import { clause } from '../core/check.ts';
import { carriesSpeech } from '../expect/audio/carries-speech.ts';
import { isStrictBase64 } from '../expect/audio/is-strict-base64.ts';
import { lastsAsLongAs } from '../expect/audio/lasts.ts';
import { soundsIn } from '../expect/audio/sounds.ts';
import { speak, spokenText } from './probes.ts';

const wav = speak({ format: 'wav' });

export const reply = clause('2.6', 'speech.reply', {
  says: 'audioBase64 is the generated audio, base64-encoded; contentType is its media type',
  also: ['1', '4.5'],
  checks: {
    'is-json': {
      level: 'MUST',
      says: 'All response bodies are JSON except the stream',
      probe: speak(),
      expect: [carriesSpeech],
      fault: 'speech-raw-audio-body',
    },
    'carries-audio': { level: 'MUST', probe: speak(), expect: [carriesSpeech], fault: 'speech-audio-empty' },
    'carries-content-type': {
      level: 'MUST',
      probe: speak(),
      expect: [carriesSpeech],
      fault: 'speech-content-type-missing',
    },
    'has-no-line-breaks': {
      level: 'MUST',
      probe: speak(),
      expect: [isStrictBase64],
      fault: 'speech-base64-line-breaks',
    },
    'uses-the-standard-alphabet': {
      level: 'MUST',
      probe: wav,
      expect: [isStrictBase64],
      fault: 'speech-base64-url-alphabet',
    },
    'is-padded': { level: 'MUST', probe: wav, expect: [isStrictBase64], fault: 'speech-base64-unpadded' },
    'is-no-data-uri': { level: 'MUST', probe: speak(), expect: [isStrictBase64], fault: 'speech-base64-data-uri' },
    'is-whole': { level: 'MUST', probe: wav, expect: [soundsIn('wav')], fault: 'speech-audio-truncated' },
    'lasts-as-long-as-its-text': {
      level: 'SHOULD',
      says: 'The service converts text to spoken audio',
      probe: wav,
      expect: [lastsAsLongAs(spokenText.length, 'wav')],
      fault: 'speech-fixed-length',
    },
  },
});
