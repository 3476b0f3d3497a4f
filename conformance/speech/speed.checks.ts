import { speed as bounds } from '../contract/limits.ts';
import { clause } from '../core/check.ts';
import { isShorterThanTheFirst } from '../expect/audio/lasts.ts';
import { carriesSpeech } from '../expect/audio/carries-speech.ts';
import { hasErrorEnvelope } from '../expect/has-error-envelope.ts';
import { isRefusal } from '../expect/is-refusal.ts';
import { isSuccess } from '../expect/is-success.ts';
import { speak, speakAtSpeeds } from './probes.ts';

const accepted = [isSuccess, carriesSpeech];
const refused = [isRefusal, hasErrorEnvelope];

export const speed = clause('2.5', 'speech.speed', {
  says: 'speed is a number from 0.25 to 4, both ends included',
  also: ['8.2'],
  checks: {
    'accepts-minimum': {
      level: 'MUST',
      probe: speak({ speed: bounds.minimum }),
      expect: accepted,
      fault: 'speed-minimum-exclusive',
    },
    'accepts-maximum': {
      level: 'MUST',
      probe: speak({ speed: bounds.maximum }),
      expect: accepted,
      fault: 'speed-maximum-exclusive',
    },
    // The nearest human-sized wrong values, so that a server that clamps or rounds is caught too.
    'rejects-below-minimum': {
      level: 'MUST',
      twin: 'accepts-minimum',
      probe: speak({ speed: 0.24 }),
      expect: refused,
      fault: 'speed-below-clamped',
    },
    'rejects-above-maximum': {
      level: 'MUST',
      twin: 'accepts-maximum',
      probe: speak({ speed: 4.01 }),
      expect: refused,
      fault: 'speed-clamped',
    },
    'rejects-text': {
      level: 'MUST',
      twin: 'accepts-maximum',
      probe: speak({ speed: '4' }),
      expect: refused,
      fault: 'speed-string-accepted',
    },
    'changes-the-length': {
      level: 'MUST',
      says: 'speed changes how long the speech lasts',
      probe: speakAtSpeeds(bounds.minimum, bounds.maximum),
      expect: [isShorterThanTheFirst],
      fault: 'speed-ignored',
    },
  },
});
