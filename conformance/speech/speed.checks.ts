import { speed as bounds } from '../contract/limits.ts';
import { clause } from '../core/check.ts';
import { isShorter } from '../expect/audio/lasts.ts';
import { lastAsAsked } from '../expect/audio/lasts-as-asked.ts';
import { everyWholeSuccessOf } from '../expect/kinds.ts';
import { areSuccesses } from '../expect/is-success.ts';
import { statusSeen } from '../expect/observed.ts';
import { accepted, coercing, causesNoServerError, refused, refusedLookalike } from './outcomes.ts';
import { speak, speakEach, speakInEveryFormat, speakRaw } from './probes.ts';

/** The doubles next to the bounds (ECMA-262 6.1.6.1): the spacing of doubles halves below a power of two. */
const inside = { minimum: 0.25 + 2 ** -54, maximum: 4 - 2 ** -51 } as const;
const outside = { minimum: 0.25 - 2 ** -55, maximum: 4 + 2 ** -50 } as const;

/** The same text at the least, the usual and the greatest speed, as WAV: its length is exact. */
const threeSpeeds = speakEach(...[bounds.minimum, 1, bounds.maximum].map((speed) => ({ format: 'wav', speed })));
const slowest = { at: 0, words: `the speech at speed ${bounds.minimum}` };
const usual = { at: 1, words: 'the speech at speed 1' };
const fastest = { at: 2, words: `the speech at speed ${bounds.maximum}` };

const readBy = [coercing.pydantic, coercing.ajv];
const textReadBy = [...readBy, coercing.jackson];
const numberAsText = speak({ speed: '4' });
const nullSpeed = speak({ speed: null });

export const speed = clause('2.5', 'speech.speed', {
  requirement: 'speed is a number from 0.25 to 4, both ends included',
  also: ['8.2'],
  checks: {
    'accepts-minimum': accepted(speak({ speed: bounds.minimum }), 'speed-minimum-exclusive'),
    'accepts-maximum': accepted(speak({ speed: bounds.maximum }), 'speed-maximum-exclusive'),
    // One in each format: a speed may be forgotten, or not be taken, in some of them only.
    'accepts-just-above-minimum': accepted(speak({ speed: inside.minimum, format: 'opus' }), 'speed-two-decimals-only'),
    'accepts-just-below-maximum': accepted(speak({ speed: inside.maximum, format: 'aac' }), 'speed-two-decimals-only'),
    'accepts-fraction': accepted(speak({ speed: 2.37, format: 'flac' }), 'speed-presets-only'),
    'accepts-integer': accepted(speak({ speed: 2 }), 'speed-integer-refused'),
    'accepts-exponent': accepted(speakRaw('speed', '25e-2', { format: 'pcm' }), 'speed-exponent-refused'),
    // A human-sized step beyond the bounds: a server that clamps is caught.
    'rejects-below-minimum': refused(speak({ speed: 0.24 }), 'speed-below-clamped', 'accepts-minimum'),
    'rejects-above-maximum': refused(speak({ speed: 4.01 }), 'speed-clamped', 'accepts-maximum'),
    // A smaller one, which single precision tells apart as well: one that rounds is.
    'rejects-a-little-below-minimum': refused(speak({ speed: 0.2499 }), 'speed-rounded', 'accepts-minimum'),
    'rejects-a-little-above-maximum': refused(speak({ speed: 4.0001 }), 'speed-rounded', 'accepts-maximum'),
    // RFC 8259 6 lets a service limit the precision of numbers, and recommends that of doubles.
    'rejects-just-below-minimum': {
      ...refused(speak({ speed: outside.minimum }), 'speed-single-precision', 'accepts-minimum', 'SHOULD'),
      requirement: 'speed is from 0.25, to the precision of doubles (RFC 8259 6)',
    },
    'rejects-just-above-maximum': {
      ...refused(speak({ speed: outside.maximum }), 'speed-single-precision', 'accepts-maximum', 'SHOULD'),
      requirement: 'speed is up to 4, to the precision of doubles (RFC 8259 6)',
    },
    'rejects-zero': refused(speak({ speed: 0 }), 'speed-zero-is-default', 'accepts-minimum'),
    'rejects-negative': refused(speak({ speed: -1 }), 'speed-absolute', 'accepts-integer'),
    // Beyond the largest double: some parsers make an infinity of it, which is above 4 too.
    'rejects-huge': refused(speakRaw('speed', '1e400'), 'speed-infinite-is-default', 'accepts-maximum'),
    // No JSON, but some parsers take it; it compares with no bound, and is not within them.
    'rejects-not-a-number': refused(speakRaw('speed', 'NaN'), 'speed-nan-passes', 'accepts-maximum'),
    'rejects-text': refusedLookalike(numberAsText, 'speed-string-accepted', 'accepts-maximum', textReadBy),
    'number-as-text-is-no-server-error': causesNoServerError(numberAsText, 'speed-text-500', 'accepts-maximum'),
    // Whoever reads a text as a number holds it against the bounds as well.
    'rejects-text-above-maximum': refused(speak({ speed: '9' }), 'speed-text-unbounded', 'accepts-maximum'),
    'rejects-words': refused(speak({ speed: 'fast' }), 'speed-words-are-default', 'accepts-maximum'),
    'rejects-boolean': refusedLookalike(speak({ speed: true }), 'speed-boolean-accepted', 'accepts-integer', readBy),
    'rejects-array': refusedLookalike(speak({ speed: [1] }), 'speed-array-accepted', 'accepts-integer'),
    'rejects-several': refused(speak({ speed: [1, 2] }), 'speed-first-of-several', 'accepts-integer'),
    'rejects-object': refused(speak({ speed: { rate: 1 } }), 'speed-object-500', 'accepts-integer'),
    'null-is-no-server-error': causesNoServerError(nullSpeed, 'speed-null-500', 'accepts-integer'),
    'changes-the-length': {
      level: 'MUST',
      requirement: 'speed changes how long the speech lasts',
      probe: threeSpeeds,
      expect: [areSuccesses, isShorter(fastest, slowest)],
      fault: 'speed-ignored',
    },
    'quickens-above-1': {
      level: 'MUST',
      requirement: 'speed changes how long the speech lasts',
      probe: threeSpeeds,
      expect: [areSuccesses, isShorter(fastest, usual)],
      fault: 'speed-inverted',
    },
    'slows-below-1': {
      level: 'MUST',
      requirement: 'speed changes how long the speech lasts',
      probe: threeSpeeds,
      expect: [areSuccesses, isShorter(usual, slowest)],
      fault: 'speed-slow-ignored',
    },
    'changes-the-length-everywhere': {
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
        'speed-ignored-in-opus',
        'speed-ignored-in-aac',
        'speed-ignored-in-flac',
        'speed-ignored-in-pcm',
        'speed-ignored-with-instructions',
        'speed-held-between-half-and-double',
      ],
    },
  },
  observations: {
    null: { says: 'whether null stands for absent: not shown', probe: nullSpeed, see: statusSeen },
  },
});
