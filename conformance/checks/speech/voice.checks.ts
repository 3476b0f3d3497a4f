import type { FaultId } from '../../../fixtures/faults/index.ts';
import type { VoiceName } from '../../contract/limits.ts';
import { clause } from '../../model/check.ts';
import { areSpokenAsRequested } from '../../expectations/audio/asked/as-asked.ts';
import { onEachSpeech } from '../../expectations/audio/asked/each-answer.ts';
import { carriesSpeech } from '../../expectations/audio/carries-speech.ts';
import { soundsDifferFromEachOther } from '../../expectations/audio/asked/sound-alike.ts';
import { soundsDiffer } from '../../expectations/audio/asked/sounds-unlike.ts';
import { voicesStayDistinct } from '../../expectations/audio/asked/stay-apart.ts';
import { everyWholeSuccessOf } from '../../expectations/kinds.ts';
import { areSuccesses } from '../../expectations/statuses/is-success.ts';
import { voiceLookalikes, instructionsAreAccepted, unknownVoice, voiceInOtherCase } from './combined.ts';
import { allRefusedCheck, noServerErrorCheck, refusedCheck, refusedLookalikeCheck } from './outcomes.ts';
import {
  speakAsUnlisted,
  speakFurtherVoices,
  speakUnlistedVoices,
  speechesAreRefused,
  unlessListed,
} from './listed-voices.ts';
import { speak, speakInEveryFormat, speakOtherwise } from './probes.ts';

const inEveryFormat = (name: VoiceName, fault: FaultId, alsoFinds: readonly FaultId[] = []) =>
  ({
    level: 'MUST',
    requirement: 'voice is one of the supported voices, in each of the formats',
    probe: speakInEveryFormat(name),
    expect: [areSpokenAsRequested],
    fault,
    alsoFinds,
  }) as const;

/** The list may have a name in another letter case beside one of the six, which is then supported as well. */
const refusedUnlessListed = (name: string, ...of: Parameters<typeof refusedCheck>): ReturnType<typeof refusedCheck> => {
  const outcome = refusedCheck(...of);
  return { ...outcome, expect: outcome.expect.map((expectation) => unlessListed(name, expectation)) };
};

const listOfOne = speak({ voice: ['alloy'] });

export const voice = clause('2.5', 'speech.voice', {
  requirement: 'voice is one of the supported voices returned by the voice list, a required string',
  also: ['2.4', '4.5'],
  checks: {
    // alloy is the voice of every other request, and so of a request in each format.
    'speaks-echo': {
      title: 'Speaks with the voice named echo in every format',
      ...inEveryFormat('echo', 'voice-only-alloy'),
    },
    'speaks-fable': {
      title: 'Speaks with the voice named fable in every format',
      ...inEveryFormat('fable', 'voice-silent'),
    },
    'speaks-onyx': {
      title: 'Speaks with the voice named onyx in every format',
      ...inEveryFormat('onyx', 'voice-in-one-format-500', ['instructions-in-wav-500']),
    },
    'speaks-nova': {
      title: 'Speaks with the voice named nova in every format',
      ...inEveryFormat('nova', 'voice-newer-unspoken', ['speed-slow-in-flac-500']),
    },
    'speaks-shimmer': {
      title: 'Speaks with the voice named shimmer in every format',
      ...inEveryFormat('shimmer', 'voice-newer-unspoken'),
    },
    'sounds-unlike-another': {
      title: 'Two voices give different audio for the same text',
      level: 'SHOULD',
      requirement: 'voice is the voice that speaks: no two voices give byte-identical audio',
      probe: speakOtherwise,
      expect: [soundsDiffer(0, 1)],
      fault: 'voice-ignored',
    },
    'sounds-unlike-others-everywhere': {
      title: 'No two voices give identical audio for a text in any format',
      level: 'SHOULD',
      requirement: 'voice is the voice that speaks, in every format: no two voices give byte-identical audio',
      ofEvery: everyWholeSuccessOf('speech'),
      together: true,
      probe: speakOtherwise,
      expect: [soundsDifferFromEachOther('voices')],
      fault: 'voice-ignored',
      alsoFinds: [
        'voices-alike-in-opus',
        'voice-ignored-past-500',
        'voice-ignored-in-fast-opus',
        'voice-ignored-with-long-instructions',
      ],
    },
    'sounds-unlike-where-heard': {
      title: 'Two voices that differ for one request are never identical for another',
      level: 'MUST',
      requirement: 'voice is the voice that speaks: for no text, format or speed is it another one',
      ofEvery: everyWholeSuccessOf('speech'),
      together: true,
      probe: speakOtherwise,
      expect: [voicesStayDistinct],
      fault: 'voice-ignored-in-mp3',
      alsoFinds: [
        'voices-alike-in-opus',
        'voice-ignored-past-500',
        'voice-ignored-in-fast-opus',
        'voice-ignored-with-long-instructions',
      ],
    },
    'speaks-what-is-listed': {
      title: 'Speaks with listed voices, including any beyond the documented six',
      level: 'MUST',
      probe: speakFurtherVoices,
      expect: [areSuccesses, onEachSpeech(carriesSpeech)],
      fault: 'voice-listed-but-unknown',
    },
    'rejects-unknown': {
      title: 'Rejects a voice that is not in the voice list',
      ...refusedCheck(speak({ voice: 'no-such-voice' }), 'voice-unknown-accepted'),
    },
    // A service that passes the voice on leaves the refusal to its engine, which may know more voices than are listed.
    'rejects-unlisted-of-engines': {
      title: 'Rejects voices that the list lacks, such as ash and default',
      level: 'MUST',
      control: 'speech.request/accepts-least',
      probe: speakUnlistedVoices,
      expect: [speechesAreRefused],
      fault: 'voice-of-the-engine-accepted',
    },
    'rejects-unknown-beside-others': {
      title: 'Rejects an unknown voice in a long request with all other fields',
      ...refusedCheck(unknownVoice, 'voice-unknown-accepted-in-opus', 'speech.speed/accepts-maximum'),
      positiveControl: instructionsAreAccepted,
    },
    'rejects-other-case-beside-others': {
      title: 'Rejects Alloy with a capital letter in a request with all other fields',
      ...refusedUnlessListed(
        'Alloy',
        voiceInOtherCase,
        'voice-case-folded-with-a-format',
        'speech.speed/accepts-maximum',
      ),
      positiveControl: instructionsAreAccepted,
    },
    'rejects-what-is-like-one': {
      title: 'Rejects true, "0", "alloy,echo", a wide letter, a zero-width space in a voice',
      ...allRefusedCheck(voiceLookalikes, 'voice-of-wide-letters'),
      doneBy: ['Spring Boot 3.3.4: Jackson reads "0" as the first of an enum'],
      alsoFinds: ['voice-first-of-a-list', 'voice-compared-loosely'],
    },
    'rejects-null': { title: 'Rejects null as the voice', ...refusedCheck(speak({ voice: null }), 'voice-null-500') },
    'rejects-empty': {
      title: 'Rejects an empty voice',
      ...refusedCheck(speak({ voice: '' }), 'voice-falsy-is-default'),
    },
    'rejects-false': {
      title: 'Rejects false as the voice',
      ...refusedCheck(speak({ voice: false }), 'voice-falsy-is-default'),
    },
    'rejects-number': {
      title: 'Rejects a number as the voice',
      ...refusedCheck(speak({ voice: 1 }), 'voice-index-accepted'),
    },
    'rejects-array': {
      title: 'Rejects an array of one voice',
      ...refusedLookalikeCheck(listOfOne, 'voice-array-accepted'),
    },
    'list-of-one-is-no-server-error': {
      title: 'An array of one voice causes no 5xx; a refusal has the error object',
      ...noServerErrorCheck(listOfOne, 'voice-array-500'),
    },
    'rejects-several': {
      title: 'Rejects an array of two voices',
      ...refusedCheck(speak({ voice: ['alloy', 'echo'] }), 'voice-array-accepted'),
    },
    'rejects-object': {
      title: 'Rejects an object as the voice',
      ...refusedCheck(speak({ voice: { id: 'alloy' } }), 'voice-object-accepted'),
    },
    // Names are compared as JSON compares strings, code unit by code unit (RFC 8259 8.3).
    'rejects-other-case': {
      title: 'Rejects Alloy with a capital letter as the voice',
      ...refusedUnlessListed('Alloy', speakAsUnlisted({ voice: 'Alloy' }), 'voice-case-folded'),
    },
    'rejects-padding': {
      title: 'Rejects a voice with spaces around its name',
      ...refusedCheck(speak({ voice: ' alloy ' }), 'voice-trimmed'),
    },
    'rejects-beginning': {
      title: 'Rejects just the beginning of a voice name',
      ...refusedCheck(speak({ voice: 'all' }), 'voice-prefix-matched'),
    },
  },
});
