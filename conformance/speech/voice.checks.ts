import { clause } from '../core/check.ts';
import { ofEachSpeech } from '../expect/audio/each-answer.ts';
import { carriesSpeech } from '../expect/audio/carries-speech.ts';
import { areSuccesses } from '../expect/is-success.ts';
import { accepted, refused } from './outcomes.ts';
import { speak, speakFurtherVoices } from './probes.ts';

export const voice = clause('2.5', 'speech.voice', {
  says: 'voice is one of the supported voices returned by the voice list, a required string',
  also: ['2.4', '4.5'],
  checks: {
    // alloy is the voice of every other request.
    'speaks-echo': accepted(speak({ voice: 'echo' }), 'voice-only-alloy'),
    'speaks-fable': accepted(speak({ voice: 'fable' }), 'voice-only-alloy'),
    'speaks-onyx': accepted(speak({ voice: 'onyx' }), 'voice-only-alloy'),
    'speaks-nova': accepted(speak({ voice: 'nova' }), 'voice-newer-unspoken'),
    'speaks-shimmer': accepted(speak({ voice: 'shimmer' }), 'voice-newer-unspoken'),
    'speaks-what-is-listed': {
      level: 'MUST',
      probe: speakFurtherVoices,
      expect: [areSuccesses, ofEachSpeech(carriesSpeech)],
      fault: 'voice-listed-but-unknown',
    },
    'refuses-unknown': refused(speak({ voice: 'no-such-voice' }), 'voice-unknown-accepted'),
    'refuses-null': refused(speak({ voice: null }), 'voice-null-500'),
    'refuses-empty': refused(speak({ voice: '' }), 'voice-falsy-is-default'),
    'refuses-false': refused(speak({ voice: false }), 'voice-falsy-is-default'),
    'refuses-number': refused(speak({ voice: 1 }), 'voice-index-accepted'),
    'refuses-array': refused(speak({ voice: ['alloy'] }), 'voice-array-accepted'),
    'refuses-object': refused(speak({ voice: { id: 'alloy' } }), 'voice-object-accepted'),
    // Names are compared as JSON compares strings, code unit by code unit (RFC 8259 8.3).
    'refuses-other-case': refused(speak({ voice: 'Alloy' }), 'voice-case-folded'),
    'refuses-padding': refused(speak({ voice: ' alloy ' }), 'voice-trimmed'),
    'refuses-beginning': refused(speak({ voice: 'all' }), 'voice-prefix-matched'),
  },
});
