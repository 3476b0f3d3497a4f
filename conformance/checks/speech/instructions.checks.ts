import { noServerErrors } from '../no-server-error.ts';
import { spokenText } from '../../model/probes/plain-speech.ts';
import { speed as bounds } from '../../contract/limits.ts';
import { clause } from '../../model/check.ts';
import { isShorter } from '../../expectations/audio/asked/lasts.ts';
import { lengthIgnoresGuidance } from '../../expectations/audio/asked/lasts-as-without.ts';
import { everyWholeSuccessOf } from '../../expectations/kinds.ts';
import { isNoServerError } from '../../expectations/statuses/is-refusal.ts';
import { hasErrorEnvelope } from '../../expectations/bodies/has-error-envelope.ts';
import { onCall, whereRefused } from '../../expectations/judged-as.ts';
import { observedStatus } from '../../expectations/bodies/observed.ts';
import { acceptedCheck, noServerErrorCheck, refusedCheck, unlessTooLong, refusedLookalikeCheck } from './outcomes.ts';
import { guidanceSentence, shortAndLong, speak, speakEach, withInstructions } from './probes.ts';

/** A few words with guidance of many, a sentence without, and the same few words by another voice: it minds the voice too. */
const guidedAtLength = { text: 'Yes, that will do.', instructions: guidanceSentence.repeat(16), format: 'wav' };
const longGuidance = speakEach(
  guidedAtLength,
  { text: spokenText, format: 'wav' },
  { ...guidedAtLength, voice: 'nova' },
);
const oneInstruction = speak({ instructions: ['slowly'] });
const nullInstructions = speak({ instructions: null });

export const instructions = clause('2.5', 'speech.instructions', {
  requirement: 'instructions is free-text guidance for the speech, an optional string',
  also: ['4.5'],
  checks: {
    accepts: {
      title: 'Accepts a speech request with instructions',
      ...acceptedCheck(withInstructions, 'speech-instructions-refused'),
    },
    'accepts-any-characters': {
      title: 'Accepts instructions with a line break, quotes, umlauts and emoji',
      ...acceptedCheck(
        speak({
          instructions: '{"tone": "[warm]"} Warm & "friendly" <3\nnot too fast – wie zu Hause 🙂',
          speed: bounds.minimum,
          format: 'aac',
        }),
        'instructions-header-500',
      ),
    },
    'are-not-spoken': {
      title: 'Does not read the instructions aloud',
      level: 'MUST',
      requirement: 'text is the text to speak, and instructions are guidance',
      control: 'accepts',
      probe: longGuidance,
      expect: [
        unlessTooLong(
          isShorter(
            { at: 0, words: 'four words, with guidance of many,', isAsked: true },
            { at: 1, words: 'one sentence' },
          ),
          0,
        ),
      ],
      fault: 'instructions-spoken',
    },
    'leave-the-length': {
      title: 'Speaks a long text whole, once and at its speed with instructions too',
      level: 'MUST',
      requirement:
        'text is the text to speak, all of it, once and at the speed that is asked for, with instructions too',
      ofEvery: everyWholeSuccessOf('speech'),
      together: true,
      probe: shortAndLong,
      expect: [lengthIgnoresGuidance],
      fault: 'text-halved-with-instructions',
      alsoFinds: ['text-twice-with-instructions', 'speed-twice-with-instructions', 'speed-ignored-with-instructions'],
    },
    'long-is-no-server-error': {
      title: 'Instructions of some 600 characters cause no 5xx; a refusal has the error object',
      // Judges only the first call: the second is the same without instructions.
      ...noServerErrors('accepts', [onCall(0, isNoServerError), onCall(0, whereRefused(hasErrorEnvelope))])(
        longGuidance,
        'instructions-long-500',
      ),
    },
    'null-is-no-server-error': {
      title: 'Instructions of null cause no 5xx; a refusal has the error object',
      ...noServerErrorCheck(nullInstructions, 'instructions-null-500', 'accepts'),
    },
    // A check for truthiness alone takes 0 for absent.
    'rejects-number': {
      title: 'Rejects the number 0 as the instructions',
      ...refusedLookalikeCheck(speak({ instructions: 0 }), 'instructions-coerced', 'accepts'),
      alsoFinds: ['instructions-zero-ignored'],
    },
    'rejects-array': {
      title: 'Rejects an array of one string as the instructions',
      ...refusedLookalikeCheck(oneInstruction, 'instructions-array-joined', 'accepts'),
    },
    'list-of-one-is-no-server-error': {
      title: 'An array of one instruction causes no 5xx; a refusal has the error object',
      ...noServerErrorCheck(oneInstruction, 'instructions-array-500', 'accepts'),
    },
    'rejects-several': {
      title: 'Rejects an array of two strings as the instructions',
      ...refusedCheck(speak({ instructions: ['slowly', 'warmly'] }), 'instructions-array-joined', 'accepts'),
    },
    'rejects-object': {
      title: 'Rejects an object as the instructions',
      ...refusedCheck(speak({ instructions: { tone: 'warm' } }), 'instructions-object-accepted', 'accepts'),
    },
  },
  observations: {
    null: { says: 'The status of instructions of null: not specified', probe: nullInstructions, see: observedStatus },
    empty: {
      says: 'The status of empty instructions: not specified',
      probe: speak({ instructions: '' }),
      see: observedStatus,
    },
  },
});
