import type { FaultId } from '../../fixtures/faults/index.ts';
import type { VoiceName } from '../contract/limits.ts';
import { clause } from '../core/check.ts';
import { areSpokenAsAsked } from '../expect/audio/as-asked.ts';
import { ofEachSpeech } from '../expect/audio/each-answer.ts';
import { carriesSpeech } from '../expect/audio/carries-speech.ts';
import { soundUnlikeEachOther } from '../expect/audio/sound-alike.ts';
import { soundsUnlike } from '../expect/audio/sounds-unlike.ts';
import { everyWholeSuccessOf } from '../expect/kinds.ts';
import { areSuccesses } from '../expect/is-success.ts';
import { causesNoServerError, refused, refusedLookalike } from './outcomes.ts';
import { speak, speakFurtherVoices, speakInEveryFormat, speakOtherwise } from './probes.ts';

const inEveryFormat = (name: VoiceName, fault: FaultId, alsoFinds: readonly FaultId[] = []) =>
  ({
    level: 'MUST',
    says: 'voice is one of the supported voices, in each of the formats',
    probe: speakInEveryFormat(name),
    expect: [areSpokenAsAsked],
    fault,
    alsoFinds,
  }) as const;

const listOfOne = speak({ voice: ['alloy'] });

export const voice = clause('2.5', 'speech.voice', {
  requirement: 'voice is one of the supported voices returned by the voice list, a required string',
  also: ['2.4', '4.5'],
  checks: {
    // alloy is the voice of every other request, and so of one in each format.
    'speaks-echo': inEveryFormat('echo', 'voice-only-alloy'),
    'speaks-fable': inEveryFormat('fable', 'voice-silent'),
    'speaks-onyx': inEveryFormat('onyx', 'voice-in-one-format-500', ['instructions-in-wav-500']),
    'speaks-nova': inEveryFormat('nova', 'voice-newer-unspoken', ['speed-slow-in-flac-500']),
    'speaks-shimmer': inEveryFormat('shimmer', 'voice-newer-unspoken'),
    'sounds-unlike-another': {
      level: 'SHOULD',
      requirement: 'voice is the voice that speaks: no two of them sound alike to the byte',
      probe: speakOtherwise,
      expect: [soundsUnlike(0, 1)],
      fault: 'voice-ignored',
    },
    'sounds-unlike-others-everywhere': {
      level: 'SHOULD',
      requirement: 'voice is the voice that speaks, in whatever format: no two of them sound alike to the byte',
      ofEvery: everyWholeSuccessOf('speech'),
      together: true,
      probe: speakOtherwise,
      expect: [soundUnlikeEachOther('voices')],
      fault: 'voice-ignored',
      alsoFinds: ['voices-alike-in-opus'],
    },
    'speaks-what-is-listed': {
      level: 'MUST',
      probe: speakFurtherVoices,
      expect: [areSuccesses, ofEachSpeech(carriesSpeech)],
      fault: 'voice-listed-but-unknown',
    },
    'rejects-unknown': refused(speak({ voice: 'no-such-voice' }), 'voice-unknown-accepted'),
    'rejects-null': refused(speak({ voice: null }), 'voice-null-500'),
    'rejects-empty': refused(speak({ voice: '' }), 'voice-falsy-is-default'),
    'rejects-false': refused(speak({ voice: false }), 'voice-falsy-is-default'),
    'rejects-number': refused(speak({ voice: 1 }), 'voice-index-accepted'),
    'rejects-array': refusedLookalike(listOfOne, 'voice-array-accepted'),
    'list-of-one-is-no-server-error': causesNoServerError(listOfOne, 'voice-array-500'),
    'rejects-several': refused(speak({ voice: ['alloy', 'echo'] }), 'voice-array-accepted'),
    'rejects-object': refused(speak({ voice: { id: 'alloy' } }), 'voice-object-accepted'),
    // Names are compared as JSON compares strings, code unit by code unit (RFC 8259 8.3).
    'rejects-other-case': refused(speak({ voice: 'Alloy' }), 'voice-case-folded'),
    'rejects-padding': refused(speak({ voice: ' alloy ' }), 'voice-trimmed'),
    'rejects-beginning': refused(speak({ voice: 'all' }), 'voice-prefix-matched'),
  },
});
