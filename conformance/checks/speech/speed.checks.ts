import { speed as bounds } from '../../contract/limits.ts';
import { clause } from '../../model/check.ts';
import { isShorter, isShorterOnce } from '../../expectations/audio/asked/lasts.ts';
import { lastAsAsked } from '../../expectations/audio/asked/lasts-as-asked.ts';
import { everyWholeSuccessOf } from '../../expectations/kinds.ts';
import { areSuccesses } from '../../expectations/statuses/is-success.ts';
import { statusSeen } from '../../expectations/bodies/observed.ts';
import { accepted, allRefused, takenOrRefused, refused, refusedLookalike } from './outcomes.ts';
import { speedIgnoredFaults } from './asked-formats.ts';
import { coercing } from '../coercing.ts';
import { likeSpeeds, noSpeeds, instructionsAreTaken, tooFast, tooSlow } from './combined.ts';
import { fast, fastest, quicker, quickest, sixSpeeds, slow, slowest, usual } from './six-speeds.ts';
import { speak, speakInARandomFormat, speakInEveryFormat, speakRaw } from './probes.ts';

/** The doubles next to the bounds (ECMA-262 6.1.6.1): the spacing of doubles halves below a power of two. */
const inside = { minimum: 0.25 + 2 ** -54, maximum: 4 - 2 ** -51 } as const;
const outside = { minimum: 0.25 - 2 ** -55, maximum: 4 + 2 ** -50 } as const;

const readBy = [coercing.pydantic, coercing.ajv];
const textReadBy = [...readBy, coercing.jackson];
const numberAsText = speak({ speed: '4' });
const nullSpeed = speak({ speed: null });

export const speed = clause('2.5', 'speech.speed', {
  requirement: 'speed is a number from 0.25 to 4, both ends included',
  also: ['8.2'],
  checks: {
    'accepts-minimum': {
      title: 'Accepts a speed of exactly 0.25',
      ...accepted(speak({ speed: bounds.minimum }), 'speed-minimum-exclusive'),
    },
    'accepts-maximum': {
      title: 'Accepts a speed of exactly 4',
      ...accepted(speak({ speed: bounds.maximum }), 'speed-maximum-exclusive'),
    },
    // Each in another format: a service may ignore or refuse a speed in some formats only.
    'accepts-just-above-minimum': {
      title: 'Accepts the smallest double above 0.25 as the speed',
      ...accepted(speak({ speed: inside.minimum, format: 'opus' }), 'speed-two-decimals-only'),
    },
    'accepts-just-below-maximum': {
      title: 'Accepts the largest double below 4 as the speed',
      ...accepted(speak({ speed: inside.maximum, format: 'aac' }), 'speed-two-decimals-only'),
    },
    'accepts-fraction': {
      // Five digits: a service that allows two decimals, with a tolerance for rounding, also accepts a double next to a
      // number of two decimals.
      title: 'Accepts a speed of 2.3719',
      ...accepted(speak({ speed: 2.3719, format: 'flac' }), 'speed-presets-only'),
      alsoFinds: ['speed-in-hundredths'],
    },
    'accepts-integer': {
      title: 'Accepts a speed of 2 without a decimal point',
      ...accepted(speak({ speed: 2 }), 'speed-integer-refused'),
    },
    'accepts-decimal-zero': {
      title: 'Accepts a speed of 4 written with a decimal point, 4.0',
      ...accepted(speakRaw('speed', '4.0', { format: 'wav' }), 'speed-maximum-as-decimal-refused'),
    },
    'accepts-exponent': {
      title: 'Accepts a speed written with an exponent, 25e-2',
      ...accepted(speakRaw('speed', '25e-2', { format: 'pcm' }), 'speed-exponent-refused'),
    },
    // A step beyond the bounds that people would make, which catches a server that clamps.
    'rejects-below-minimum': {
      title: 'Rejects a speed of 0.24, below 0.25',
      ...refused(speak({ speed: 0.24 }), 'speed-below-clamped', 'accepts-minimum'),
    },
    'rejects-above-maximum': {
      title: 'Rejects a speed of 4.01, above 4',
      ...refused(speak({ speed: 4.01 }), 'speed-clamped', 'accepts-maximum'),
    },
    // A smaller step that single precision still represents, which catches a server that rounds.
    'rejects-a-little-below-minimum': {
      title: 'Rejects a speed of 0.2499, a little below 0.25',
      ...refused(speakInARandomFormat({ speed: 0.2499 }), 'speed-rounded', 'accepts-minimum'),
      alsoFinds: ['speed-unchecked-with-a-format'],
    },
    'rejects-a-little-above-maximum': {
      title: 'Rejects a speed of 4.0001, a little above 4',
      ...refused(speakInARandomFormat({ speed: 4.0001 }), 'speed-rounded', 'accepts-maximum'),
      alsoFinds: ['speed-unchecked-with-a-format'],
    },
    // RFC 8259 6 lets a service limit the precision of numbers, and recommends that of doubles.
    'rejects-just-below-minimum': {
      title: 'Rejects the largest double below 0.25 as the speed',
      ...refused(speak({ speed: outside.minimum }), 'speed-single-precision', 'accepts-minimum', 'SHOULD'),
      requirement: 'speed is from 0.25, to the precision of doubles (RFC 8259 6)',
    },
    'rejects-just-above-maximum': {
      title: 'Rejects the smallest double above 4 as the speed',
      ...refused(speak({ speed: outside.maximum }), 'speed-single-precision', 'accepts-maximum', 'SHOULD'),
      requirement: 'speed is up to 4, to the precision of doubles (RFC 8259 6)',
    },
    'rejects-above-maximum-beside-others': {
      title: 'Rejects a speed of 4.5 in a long request with all other fields',
      ...refused(tooFast, 'speed-clamped-in-opus', 'accepts-maximum'),
      positiveControl: instructionsAreTaken,
    },
    'rejects-below-minimum-beside-others': {
      title: 'Rejects a speed of 0.2 in a request with all other fields',
      ...refused(tooSlow, 'speed-below-clamped-in-aac', 'accepts-minimum'),
      positiveControl: instructionsAreTaken,
    },
    'rejects-tiny': {
      title: 'Rejects a speed of 1e-7',
      ...refused(speakRaw('speed', '1e-7'), 'speed-tiny-is-default', 'accepts-minimum'),
    },
    'rejects-zero': {
      title: 'Rejects a speed of 0',
      ...refused(speakInARandomFormat({ speed: 0 }), 'speed-zero-is-default', 'accepts-minimum'),
      alsoFinds: ['speed-unchecked-with-a-format'],
    },
    'rejects-negative': {
      title: 'Rejects a negative speed',
      ...refused(speakInARandomFormat({ speed: -1 }), 'speed-absolute', 'accepts-integer'),
      alsoFinds: ['speed-unchecked-with-a-format'],
    },
    // Beyond the largest double: some parsers read it as infinity, which exceeds 4 too.
    'rejects-huge': {
      title: 'Rejects a speed of 1e400',
      ...refused(speakRaw('speed', '1e400'), 'speed-infinite-is-default', 'accepts-maximum'),
    },
    // Not valid JSON, but some parsers accept it; NaN compares with no bound, and is not within them.
    'rejects-not-a-number': {
      title: 'Rejects NaN as the speed',
      ...refused(speakRaw('speed', 'NaN'), 'speed-nan-passes', 'accepts-maximum'),
    },
    'rejects-text': {
      title: 'Rejects a speed of 4 sent as a string',
      ...refusedLookalike(numberAsText, 'speed-string-accepted', 'accepts-maximum', textReadBy),
    },
    'number-as-text-is-no-server-error': {
      title: 'A speed of 4 sent as a string causes no 5xx; a refusal has the error object',
      ...takenOrRefused(numberAsText, 'speed-text-500', 'accepts-maximum'),
    },
    // A service that reads texts as numbers must apply the bounds to them too.
    'rejects-text-above-maximum': {
      title: 'Rejects a speed of 9 sent as a string',
      ...refused(speak({ speed: '9' }), 'speed-text-unbounded', 'accepts-maximum'),
    },
    'rejects-words': {
      title: 'Rejects "fast" as the speed',
      ...refused(speak({ speed: 'fast' }), 'speed-words-are-default', 'accepts-maximum'),
    },
    'rejects-text-around-a-number': {
      title: 'Rejects "1.5x" and "1,5" as the speed',
      ...allRefused(likeSpeeds, 'speed-first-digits-of-a-text', 'accepts-maximum'),
    },
    'rejects-boolean': {
      title: 'Rejects true as the speed',
      ...refusedLookalike(speak({ speed: true }), 'speed-boolean-accepted', 'accepts-integer', readBy),
    },
    'rejects-array': {
      title: 'Rejects an array of one speed',
      ...refusedLookalike(speak({ speed: [1] }), 'speed-array-accepted', 'accepts-integer'),
    },
    'rejects-several': {
      title: 'Rejects an array of two speeds',
      ...refused(speak({ speed: [1, 2] }), 'speed-first-of-several', 'accepts-integer'),
    },
    'rejects-object': {
      title: 'Rejects an object as the speed',
      ...refused(speak({ speed: { rate: 1 } }), 'speed-object-500', 'accepts-integer'),
    },
    // A check for truthiness alone accepts them as if there were no speed.
    'rejects-false-and-no-speeds': {
      title: 'Rejects false and an empty array as the speed',
      ...allRefused(noSpeeds, 'speed-falsy-is-default', 'accepts-integer'),
    },
    'rejects-empty': {
      title: 'Rejects an empty string as the speed',
      ...refusedLookalike(speak({ speed: '' }), 'speed-empty-is-default', 'accepts-integer', [coercing.jackson]),
    },
    'null-is-no-server-error': {
      title: 'A speed of null causes no 5xx; a refusal has the error object',
      ...takenOrRefused(nullSpeed, 'speed-null-500', 'accepts-integer'),
    },
    'changes-the-length': {
      title: 'Speech at speed 4 is shorter than at speed 0.25',
      level: 'MUST',
      requirement: 'speed changes how long the speech lasts',
      probe: sixSpeeds,
      expect: [areSuccesses, isShorter(fastest, slowest)],
      fault: 'speed-ignored',
    },
    'quickens-above-1': {
      title: 'Speech at speed 4 is shorter than at speed 1',
      level: 'MUST',
      requirement: 'speed changes how long the speech lasts',
      probe: sixSpeeds,
      expect: [areSuccesses, isShorter(fastest, usual)],
      fault: 'speed-inverted',
    },
    'slows-below-1': {
      title: 'Speech at speed 0.25 is longer than at speed 1',
      level: 'MUST',
      requirement: 'speed changes how long the speech lasts',
      probe: sixSpeeds,
      expect: [areSuccesses, isShorter(usual, slowest)],
      fault: 'speed-slow-ignored',
    },
    'is-no-whole-number': {
      title: 'Speech at speed 1.4 is shorter than at speed 1 (not rounded)',
      level: 'MUST',
      requirement: 'speed is a number, and each changes how long the speech lasts: 1.4 is not 1',
      probe: sixSpeeds,
      expect: [areSuccesses, isShorterOnce(quicker, usual)],
      fault: 'speed-in-whole-numbers',
    },
    'goes-up-to-4': {
      title: 'Speech at speed 4 is shorter than at speed 3 (not capped)',
      level: 'MUST',
      requirement: 'speed is up to 4, and each changes how long the speech lasts: 4 is not 3',
      probe: sixSpeeds,
      expect: [areSuccesses, isShorterOnce(quickest, fast)],
      fault: 'speed-held-at-3',
    },
    'goes-down-to-a-quarter': {
      title: 'Speech at speed 0.25 is longer than at speed 0.4 (not held at 0.5)',
      level: 'MUST',
      requirement: 'speed is from 0.25, and each changes how long the speech lasts: 0.25 is not 0.4',
      probe: sixSpeeds,
      expect: [areSuccesses, isShorterOnce(slow, slowest)],
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
      expect: [lastAsAsked('speeds')],
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
    null: { says: 'The status of a speed of null: not specified', probe: nullSpeed, see: statusSeen },
  },
});
