import { speed as bounds } from '../../contract/limits.ts';
import { clause } from '../../model/check.ts';
import { isShorter, isShorterAtLeastOnce } from '../../expectations/audio/asked/lasts.ts';
import { lengthsFitRequests } from '../../expectations/audio/asked/lasts-as-asked.ts';
import { everyWholeSuccessOf } from '../../expectations/kinds.ts';
import { areSuccesses } from '../../expectations/statuses/is-success.ts';
import { observedStatus } from '../../expectations/bodies/observed.ts';
import { acceptedCheck, allRefusedCheck, noServerErrorCheck, refusedCheck, refusedLookalikeCheck } from './outcomes.ts';
import { speedIgnoredFaults } from './asked-formats.ts';
import { coercingFrameworks } from '../coercing.ts';
import { speedLookalikes, nonSpeeds, instructionsAreAccepted, tooFastSpeech, tooSlowSpeech } from './combined.ts';
import {
  fastAnswer,
  fastestAnswer,
  fasterAnswers,
  fastestAnswers,
  sixSpeeds,
  slowAnswers,
  slowestAnswer,
  usualAnswer,
} from './six-speeds.ts';
import { speak, speakInARandomFormat, speakInEveryFormat, speakRaw } from './probes.ts';

/** The doubles next to the bounds (ECMA-262 6.1.6.1): the spacing of doubles halves below a power of two. */
const inside = { minimum: 0.25 + 2 ** -54, maximum: 4 - 2 ** -51 } as const;
const outside = { minimum: 0.25 - 2 ** -55, maximum: 4 + 2 ** -50 } as const;

const readBy = [coercingFrameworks.pydantic, coercingFrameworks.ajv];
const textReadBy = [...readBy, coercingFrameworks.jackson];
const numberAsText = speak({ speed: '4' });
const nullSpeed = speak({ speed: null });

export const speed = clause('2.5', 'speech.speed', {
  requirement: 'speed is a number from 0.25 to 4, both ends included',
  also: ['8.2'],
  checks: {
    'accepts-minimum': {
      title: 'Accepts a speed of exactly 0.25',
      ...acceptedCheck(speak({ speed: bounds.minimum }), 'speed-minimum-exclusive'),
    },
    'accepts-maximum': {
      title: 'Accepts a speed of exactly 4',
      ...acceptedCheck(speak({ speed: bounds.maximum }), 'speed-maximum-exclusive'),
    },
    // Each in another format: a service may ignore or refuse a speed in some formats only.
    'accepts-just-above-minimum': {
      title: 'Accepts the smallest double above 0.25 as the speed',
      ...acceptedCheck(speak({ speed: inside.minimum, format: 'opus' }), 'speed-two-decimals-only'),
    },
    'accepts-just-below-maximum': {
      title: 'Accepts the largest double below 4 as the speed',
      ...acceptedCheck(speak({ speed: inside.maximum, format: 'aac' }), 'speed-two-decimals-only'),
    },
    'accepts-fraction': {
      // Five digits: a service that allows two decimals, with a tolerance for rounding, also accepts a double next to a
      // number of two decimals.
      title: 'Accepts a speed of 2.3719',
      ...acceptedCheck(speak({ speed: 2.3719, format: 'flac' }), 'speed-presets-only'),
      alsoFinds: ['speed-in-hundredths'],
    },
    'accepts-integer': {
      title: 'Accepts a speed of 2 without a decimal point',
      ...acceptedCheck(speak({ speed: 2 }), 'speed-integer-refused'),
    },
    'accepts-decimal-zero': {
      title: 'Accepts a speed of 4 written with a decimal point, 4.0',
      ...acceptedCheck(speakRaw('speed', '4.0', { format: 'wav' }), 'speed-maximum-as-decimal-refused'),
    },
    'accepts-exponent': {
      title: 'Accepts a speed written with an exponent, 25e-2',
      ...acceptedCheck(speakRaw('speed', '25e-2', { format: 'pcm' }), 'speed-exponent-refused'),
    },
    // A step beyond the bounds that people would make, which catches a server that clamps.
    'rejects-below-minimum': {
      title: 'Rejects a speed of 0.24, below 0.25',
      ...refusedCheck(speak({ speed: 0.24 }), 'speed-below-clamped', 'accepts-minimum'),
    },
    'rejects-above-maximum': {
      title: 'Rejects a speed of 4.01, above 4',
      ...refusedCheck(speak({ speed: 4.01 }), 'speed-clamped', 'accepts-maximum'),
    },
    // A smaller step that single precision still represents, which catches a server that rounds.
    'rejects-a-little-below-minimum': {
      title: 'Rejects a speed of 0.2499, a little below 0.25',
      ...refusedCheck(speakInARandomFormat({ speed: 0.2499 }), 'speed-rounded', 'accepts-minimum'),
      alsoFinds: ['speed-unchecked-with-a-format'],
    },
    'rejects-a-little-above-maximum': {
      title: 'Rejects a speed of 4.0001, a little above 4',
      ...refusedCheck(speakInARandomFormat({ speed: 4.0001 }), 'speed-rounded', 'accepts-maximum'),
      alsoFinds: ['speed-unchecked-with-a-format'],
    },
    // RFC 8259 6 lets a service limit the precision of numbers, and recommends that of doubles.
    'rejects-just-below-minimum': {
      title: 'Rejects the largest double below 0.25 as the speed',
      ...refusedCheck(speak({ speed: outside.minimum }), 'speed-single-precision', 'accepts-minimum', 'SHOULD'),
      requirement: 'speed is from 0.25, to the precision of doubles (RFC 8259 6)',
    },
    'rejects-just-above-maximum': {
      title: 'Rejects the smallest double above 4 as the speed',
      ...refusedCheck(speak({ speed: outside.maximum }), 'speed-single-precision', 'accepts-maximum', 'SHOULD'),
      requirement: 'speed is up to 4, to the precision of doubles (RFC 8259 6)',
    },
    'rejects-above-maximum-beside-others': {
      title: 'Rejects a speed of 4.5 in a long request with all other fields',
      ...refusedCheck(tooFastSpeech, 'speed-clamped-in-opus', 'accepts-maximum'),
      positiveControl: instructionsAreAccepted,
    },
    'rejects-below-minimum-beside-others': {
      title: 'Rejects a speed of 0.2 in a request with all other fields',
      ...refusedCheck(tooSlowSpeech, 'speed-below-clamped-in-aac', 'accepts-minimum'),
      positiveControl: instructionsAreAccepted,
    },
    'rejects-tiny': {
      title: 'Rejects a speed of 1e-7',
      ...refusedCheck(speakRaw('speed', '1e-7'), 'speed-tiny-is-default', 'accepts-minimum'),
    },
    'rejects-zero': {
      title: 'Rejects a speed of 0',
      ...refusedCheck(speakInARandomFormat({ speed: 0 }), 'speed-zero-is-default', 'accepts-minimum'),
      alsoFinds: ['speed-unchecked-with-a-format'],
    },
    'rejects-negative': {
      title: 'Rejects a negative speed',
      ...refusedCheck(speakInARandomFormat({ speed: -1 }), 'speed-absolute', 'accepts-integer'),
      alsoFinds: ['speed-unchecked-with-a-format'],
    },
    // Beyond the largest double: some parsers read it as infinity, which exceeds 4 too.
    'rejects-huge': {
      title: 'Rejects a speed of 1e400',
      ...refusedCheck(speakRaw('speed', '1e400'), 'speed-infinite-is-default', 'accepts-maximum'),
    },
    // Not valid JSON, but some parsers accept it; NaN compares with no bound, and is not within them.
    'rejects-not-a-number': {
      title: 'Rejects NaN as the speed',
      ...refusedCheck(speakRaw('speed', 'NaN'), 'speed-nan-passes', 'accepts-maximum'),
    },
    'rejects-text': {
      title: 'Rejects a speed of 4 sent as a string',
      ...refusedLookalikeCheck(numberAsText, 'speed-string-accepted', 'accepts-maximum', textReadBy),
    },
    'number-as-text-is-no-server-error': {
      title: 'A speed of 4 sent as a string causes no 5xx; a refusal has the error object',
      ...noServerErrorCheck(numberAsText, 'speed-text-500', 'accepts-maximum'),
    },
    // A service that reads texts as numbers must apply the bounds to them too.
    'rejects-text-above-maximum': {
      title: 'Rejects a speed of 9 sent as a string',
      ...refusedCheck(speak({ speed: '9' }), 'speed-text-unbounded', 'accepts-maximum'),
    },
    'rejects-words': {
      title: 'Rejects "fast" as the speed',
      ...refusedCheck(speak({ speed: 'fast' }), 'speed-words-are-default', 'accepts-maximum'),
    },
    'rejects-text-around-a-number': {
      title: 'Rejects "1.5x" and "1,5" as the speed',
      ...allRefusedCheck(speedLookalikes, 'speed-first-digits-of-a-text', 'accepts-maximum'),
    },
    'rejects-boolean': {
      title: 'Rejects true as the speed',
      ...refusedLookalikeCheck(speak({ speed: true }), 'speed-boolean-accepted', 'accepts-integer', readBy),
    },
    'rejects-array': {
      title: 'Rejects an array of one speed',
      ...refusedLookalikeCheck(speak({ speed: [1] }), 'speed-array-accepted', 'accepts-integer'),
    },
    'rejects-several': {
      title: 'Rejects an array of two speeds',
      ...refusedCheck(speak({ speed: [1, 2] }), 'speed-first-of-several', 'accepts-integer'),
    },
    'rejects-object': {
      title: 'Rejects an object as the speed',
      ...refusedCheck(speak({ speed: { rate: 1 } }), 'speed-object-500', 'accepts-integer'),
    },
    // A check for truthiness alone accepts them as if there were no speed.
    'rejects-false-and-no-speeds': {
      title: 'Rejects false and an empty array as the speed',
      ...allRefusedCheck(nonSpeeds, 'speed-falsy-is-default', 'accepts-integer'),
    },
    'rejects-empty': {
      title: 'Rejects an empty string as the speed',
      ...refusedLookalikeCheck(speak({ speed: '' }), 'speed-empty-is-default', 'accepts-integer', [
        coercingFrameworks.jackson,
      ]),
    },
    'null-is-no-server-error': {
      title: 'A speed of null causes no 5xx; a refusal has the error object',
      ...noServerErrorCheck(nullSpeed, 'speed-null-500', 'accepts-integer'),
    },
    'changes-the-length': {
      title: 'Speech at speed 4 is shorter than at speed 0.25',
      level: 'MUST',
      requirement: 'speed changes how long the speech lasts',
      probe: sixSpeeds,
      expect: [areSuccesses, isShorter(fastestAnswer, slowestAnswer)],
      fault: 'speed-ignored',
    },
    'quickens-above-1': {
      title: 'Speech at speed 4 is shorter than at speed 1',
      level: 'MUST',
      requirement: 'speed changes how long the speech lasts',
      probe: sixSpeeds,
      expect: [areSuccesses, isShorter(fastestAnswer, usualAnswer)],
      fault: 'speed-inverted',
    },
    'slows-below-1': {
      title: 'Speech at speed 0.25 is longer than at speed 1',
      level: 'MUST',
      requirement: 'speed changes how long the speech lasts',
      probe: sixSpeeds,
      expect: [areSuccesses, isShorter(usualAnswer, slowestAnswer)],
      fault: 'speed-slow-ignored',
    },
    'is-no-whole-number': {
      title: 'Speech at speed 1.4 is shorter than at speed 1 (not rounded)',
      level: 'MUST',
      requirement: 'speed is a number, and each changes how long the speech lasts: 1.4 is not 1',
      probe: sixSpeeds,
      expect: [areSuccesses, isShorterAtLeastOnce(fasterAnswers, usualAnswer)],
      fault: 'speed-in-whole-numbers',
    },
    'goes-up-to-4': {
      title: 'Speech at speed 4 is shorter than at speed 3 (not capped)',
      level: 'MUST',
      requirement: 'speed is up to 4, and each changes how long the speech lasts: 4 is not 3',
      probe: sixSpeeds,
      expect: [areSuccesses, isShorterAtLeastOnce(fastestAnswers, fastAnswer)],
      fault: 'speed-held-at-3',
    },
    'goes-down-to-a-quarter': {
      title: 'Speech at speed 0.25 is longer than at speed 0.4 (not held at 0.5)',
      level: 'MUST',
      requirement: 'speed is from 0.25, and each changes how long the speech lasts: 0.25 is not 0.4',
      probe: sixSpeeds,
      expect: [areSuccesses, isShorterAtLeastOnce(slowAnswers, slowestAnswer)],
      fault: 'speed-held-at-a-half',
      alsoFinds: ['speed-in-halves', 'speed-held-between-half-and-double'],
    },
    'changes-the-length-everywhere': {
      title: 'Speech at a far lower speed lasts longer in every format and voice',
      level: 'MUST',
      requirement:
        'speed changes how long the speech lasts, in whatever format, by whatever voice, with instructions or without',
      ofEvery: everyWholeSuccessOf('speech'),
      together: true,
      probe: speakInEveryFormat('nova'),
      expect: [lengthsFitRequests('speeds')],
      fault: 'speed-ignored-by-nova',
      alsoFinds: [
        'speed-for-wav-only',
        ...speedIgnoredFaults,
        'speed-ignored-with-instructions',
        'speed-held-between-half-and-double',
        'speed-ignored-by-a-new-voice',
        'text-cut-when-slow',
      ],
    },
  },
  observations: {
    null: { says: 'The status of a speed of null: not specified', probe: nullSpeed, see: observedStatus },
  },
});
