import { clause } from '../core/check.ts';
import { carriesSpeech } from '../expect/audio/carries-speech.ts';
import { hasErrorEnvelope } from '../expect/has-error-envelope.ts';
import { isRefusal } from '../expect/is-refusal.ts';
import { isSuccess } from '../expect/is-success.ts';
import { statusSeen } from '../expect/observed.ts';
import { speak, speakBody } from './probes.ts';

const refused = [isRefusal, hasErrorEnvelope];

export const request = clause('2.5', 'speech.request', {
  says: 'text and voice are required strings; voice is one of the supported voices',
  also: ['4.5'],
  checks: {
    'accepts-least': {
      level: 'MUST',
      probe: speak(),
      expect: [isSuccess, carriesSpeech],
      fault: 'speech-needs-format',
    },
    'refuses-absent-text': {
      level: 'MUST',
      twin: 'accepts-least',
      probe: speak({ text: undefined }),
      expect: refused,
      fault: 'text-optional',
    },
    'refuses-number-text': {
      level: 'MUST',
      twin: 'accepts-least',
      probe: speak({ text: 42 }),
      expect: refused,
      fault: 'text-coerced',
    },
    'refuses-null-text': {
      level: 'MUST',
      twin: 'accepts-least',
      probe: speak({ text: null }),
      expect: refused,
      fault: 'speech-null-text-500',
    },
    'refuses-absent-voice': {
      level: 'MUST',
      twin: 'accepts-least',
      probe: speak({ voice: undefined }),
      expect: refused,
      fault: 'voice-optional',
    },
    'refuses-unknown-voice': {
      level: 'MUST',
      twin: 'accepts-least',
      probe: speak({ voice: 'no-such-voice' }),
      expect: refused,
      fault: 'voice-unknown-accepted',
    },
    'refuses-truncated-json': {
      level: 'MUST',
      twin: 'accepts-least',
      probe: speakBody({ raw: '{"text":"Hello!","voice":"alloy"' }),
      expect: refused,
      fault: 'speech-lenient-json',
    },
    'accepts-instructions': {
      level: 'MUST',
      says: 'instructions is free-text guidance for the speech',
      probe: speak({ instructions: 'Speak slowly, and with a smile.' }),
      expect: [isSuccess, carriesSpeech],
      fault: 'speech-instructions-refused',
    },
  },
  observations: {
    'empty-text': { says: 'maximum text or message sizes: not shown', probe: speak({ text: '' }), see: statusSeen },
  },
});
