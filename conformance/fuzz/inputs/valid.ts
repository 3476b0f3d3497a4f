import type { Arbitrary } from 'fast-check';
import { formats } from '../../audio/formats.ts';
import { speechFormats, voiceNames, type SpeechFormat } from '../../contract/limits.ts';
import type { FastCheck } from '../../model/fast-check.ts';
import { plainRequest, type Member, type Request, type Spelling } from './request.ts';
import { texts, type TextOptions } from './texts.ts';

/** Spellings of the media type by common clients, besides `application/json`. */
const types = ['application/json; charset=utf-8', 'application/json;charset=UTF-8'];

/** Valid spellings that no common client uses: any letter case, and parameters (RFC 9110 8.3.1, 5.6.6). */
const oddTypes = [
  'Application/Json',
  'APPLICATION/JSON',
  'application/json; charset="utf-8"',
  'application/json ; charset=utf-8',
];

const blanks = [' ', '\n', '\t', '\r\n', '  ', '\r'];

/** Spellings of a request, all with the same JSON value. */
function spellings(fc: FastCheck): Arbitrary<Spelling> {
  const at = fc.nat({ max: 47 });
  // fast-check: absent in one of `freq` cases.
  const optional = { freq: 2, nil: undefined } as const;
  return fc
    .record({
      first: fc.nat({ max: 4 }),
      isReversed: fc.boolean(),
      blanks: fc.array(fc.record({ at, blank: fc.constantFrom(...blanks) }), { maxLength: 3, size: 'max' }),
      escapes: fc.array(fc.record({ at, as: fc.constantFrom('hex', 'HEX', 'short') }), { maxLength: 3, size: 'max' }),
      type: fc.option(fc.constantFrom(...types), optional),
      letters: fc.option(fc.constantFrom('UPPER', 'Title'), optional),
    })
    .map(({ type, letters, ...spelling }) => ({
      ...spelling,
      ...(type === undefined ? {} : { type }),
      ...(letters === undefined ? {} : { letters }),
    }));
}

/** A plain request with a rare but valid spelling of the media type, which alone can be the reason of a refusal. */
export function withOddType(fc: FastCheck, operation: Request['operation']): Arbitrary<Request> {
  const request = plainRequest(operation);
  return fc.constantFrom(...oddTypes).map((type) => ({ ...request, spelling: { ...request.spelling, type } }));
}

/** JSON notations of a speed in hundredths (RFC 8259 6); all give the same double. */
const notations: readonly ((hundredths: number) => string)[] = [
  (hundredths) => String(hundredths / 100),
  (hundredths) => (hundredths % 100 === 0 ? `${hundredths / 100}.0` : `${hundredths / 100}0`),
  (hundredths) => `${hundredths / 100}e0`,
  (hundredths) => `${hundredths}E-2`,
  (hundredths) => `${hundredths / 100}E+0`,
  (hundredths) => `${hundredths}e-02`,
  (hundredths) => `${(hundredths / 100).toFixed(2)}000000000000`,
];

/** Speeds within the bounds by less than a hundredth, also in single precision. */
const nearBounds = ['0.250001', '0.2525', '3.999999', '3.9975', '0.25000001'];

function speeds(fc: FastCheck): Arbitrary<string> {
  const inHundredths = fc
    .record({
      notation: fc.nat({ max: notations.length - 1 }),
      hundredths: fc.oneof(
        { withCrossShrink: true },
        fc.constantFrom(100, 25, 400, 200, 50, 399, 26),
        fc.integer({ min: 25, max: 400 }),
      ),
    })
    .map(({ notation, hundredths }) => notations[notation]?.(hundredths) ?? '1');
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 9, arbitrary: inHundredths },
    { weight: 1, arbitrary: fc.constantFrom(...nearBounds) },
  );
}

/** Valid chats: a message alone, as the types of the optional fields are not shown (2.2). */
export function chats(fc: FastCheck, operation: 'chat' | 'stream', options: TextOptions): Arbitrary<Request> {
  return fc.record({
    operation: fc.constant(operation),
    members: texts(fc, options).map((text): readonly Member[] => [['message', { text }]]),
    spelling: spellings(fc),
  });
}

/** Valid speeches: text and voice, with and without each optional field (2.5). */
export function speeches(fc: FastCheck, options: TextOptions): Arbitrary<Request> {
  const short = { ...options, longestText: Math.min(options.longestText, 130) };
  const guidance = { ...short, longestText: Math.min(short.longestText, options.longestGuidance ?? short.longestText) };
  const optional = <T>(arbitrary: Arbitrary<T>): Arbitrary<T | null> => fc.option(arbitrary, { freq: 2 });
  const members = fc
    .record({
      text: texts(fc, short),
      voice: fc.constantFrom(...voiceNames),
      speed: optional(speeds(fc)),
      format: optional(fc.constantFrom(...speechFormats)),
      instructions: optional(texts(fc, guidance)),
    })
    .map(({ text, voice, speed, format, instructions }): readonly Member[] => [
      ['text', { text }],
      ['voice', { text: voice }],
      ...(speed === null ? [] : [['speed', { json: speed }] as const]),
      ...(format === null ? [] : [['format', { text: packed(format, text, speed) }] as const]),
      ...(instructions === null ? [] : [['instructions', { text: instructions }] as const]),
    ]);
  const all = options.longestText <= short.longestText ? members : withLong(fc, options, members);
  return fc.record({ operation: fc.constant('speech' as const), members: all, spelling: spellings(fc) });
}

/**
 * Longest text, in letters at speed 1, for uncompressed formats: about ten seconds, which are 4 MB of stereo floats
 * in base64.
 */
const mostUnpacked = 150;

/** The format, or mp3 where uncompressed audio would be large: a run keeps 96 MB of answers. */
function packed(format: SpeechFormat, text: string, speed: string | null): SpeechFormat {
  const isMuch = text.length / Number(speed ?? 1) > mostUnpacked;
  return isMuch && formats[format].isOfSamples ? 'mp3' : format;
}

/**
 * Adds long texts, at high speed and in compressed formats: a minute of samples is megabytes and shows nothing more.
 */
function withLong(
  fc: FastCheck,
  options: TextOptions,
  members: Arbitrary<readonly Member[]>,
): Arbitrary<readonly Member[]> {
  const long = texts(fc, options).map((text): readonly Member[] => [
    ['text', { text }],
    ['voice', { text: 'alloy' }],
    ...(text.length > 130 ? ([['speed', { json: '4' }]] as const) : []),
  ]);
  return fc.oneof({ weight: 5, arbitrary: members }, { weight: 2, arbitrary: long });
}
