import type { Arbitrary } from 'fast-check';
import { speechFormats } from '../../contract/limits.ts';
import type { FastCheck } from '../../model/fast-check.ts';
import { doubledMember, invalidChatPairs, invalidSpeechPairs } from './doubled.ts';
import { chats, speeches } from './valid.ts';
import type { Deviation, Request } from './request.ts';
import type { TextOptions } from './texts.ts';

/** Values that no framework reads as a text. */
const noTexts = ['[]', '[["a"]]', '{}', '{"a":"a"}'];

/** Values that are no texts either, but that frameworks with type coercion read as texts. */
export const nearTexts = ['0', '1', '-1', '1.5', '1e3', 'true', 'false', '["a"]'];

/** Values that are no valid speed, also where texts and lists are read as the number in them. */
const noSpeeds = ['"9"', '"0.2"', '"fast"', 'false', '[]', '[9]', '[[2]]', '{}', '{"value":1}'];

/** Values that are no numbers, but that frameworks with type coercion read as a speed or as an absent one. */
export const nearSpeeds = ['""', '"1"', '" 2 "', '"1e0"', '"0.5"', '"1.0"', 'true', '[1]'];

/** Numbers outside 0.25 to 4, none closer to a bound than single precision can distinguish (RFC 8259 6). */
const outside = [
  '0',
  '-1',
  '0.2499',
  '0.24999',
  '2.499E-1',
  '4.0001',
  '4.00001',
  '40001e-4',
  '5',
  '4e1',
  '1e2',
  '1e308',
  '1e400',
  '-1e400',
  '1e-400',
  '18446744073709551617',
];

/** Notations of 0 in JSON: a parser keeps the sign, and a service may take zero for an absent speed. */
const zeros = ['-0', '-0.0', '-0e0', '0.0'];

/** Names that look like a voice and are none: strings are compared character by character (RFC 8259 8.3). */
const noVoices = [
  '',
  ' ',
  'aLLOY',
  'alloY',
  ' alloy',
  'alloy ',
  'alloy\n',
  'alloy\0',
  'allo',
  'alloyy',
  'alloy,echo',
  'alloy\u200b',
  '\u0430lloy',
  '\uff41\uff4c\uff4c\uff4f\uff59',
  './alloy',
  'alloy.wav',
  'alloy/',
  'constructor',
  '__proto__',
  'toString',
  '*',
  '%',
];
/** A later version of the document may have one of them. */
const noFormats = [
  '',
  ' ',
  'MP3',
  'Wav',
  ' mp3',
  'mp3 ',
  'mp3\n',
  'mp3\0',
  'mp',
  'mp33',
  'mp3,wav',
  '.wav',
  'audio/mpeg',
  'ogg',
  'm4a',
  'constructor',
  '__proto__',
  'toString',
  '*',
].filter((name) => !speechFormats.some((known) => known === name));

const bodies = ['[]', '{}', 'null', 'true', '0', '""', '"a"', '[{}]', '{"":""}'];

/** Exactly one mutation of a valid chat: the value breaks 2.2, or is not JSON any more. */
export function invalidChats(fc: FastCheck, operation: 'chat' | 'stream', options: TextOptions): Arbitrary<Request> {
  const deviation = fc.oneof(
    fc.constant<Deviation>({ is: 'absent', name: 'message' }),
    wrong(fc, 'message', ['null', ...noTexts]),
    doubledMember(fc, invalidChatPairs),
    // None of these bodies has a message, so each is invalid whatever its type.
    whole(fc, bodies),
    cuts(fc),
  );
  return withDeviation(fc, chats(fc, operation, options), deviation);
}

/** Exactly one mutation of a valid speech: the value breaks 2.5, or is not JSON any more. */
export function invalidSpeeches(fc: FastCheck, options: TextOptions): Arbitrary<Request> {
  const quoted = (names: readonly string[]): readonly string[] => names.map((name) => JSON.stringify(name));
  const deviation = fc.oneof(
    fc.constantFrom<Deviation>({ is: 'absent', name: 'text' }, { is: 'absent', name: 'voice' }),
    wrong(fc, 'text', ['null', ...noTexts]),
    wrong(fc, 'voice', ['null', ...noTexts, ...nearTexts]),
    { weight: 3, arbitrary: wrong(fc, 'voice', quoted(noVoices)) },
    { weight: 2, arbitrary: wrong(fc, 'speed', noSpeeds) },
    { weight: 3, arbitrary: wrong(fc, 'speed', outside) },
    { weight: 2, arbitrary: wrong(fc, 'speed', zeros) },
    { weight: 3, arbitrary: doubledMember(fc, invalidSpeechPairs) },
    wrong(fc, 'format', [...noTexts, ...nearTexts]),
    { weight: 3, arbitrary: wrong(fc, 'format', quoted(noFormats)) },
    wrong(fc, 'instructions', noTexts),
    whole(fc, bodies),
    cuts(fc),
  );
  return withDeviation(fc, speeches(fc, options), deviation);
}

/** A chat whose message has another type that coercion turns into a text. */
export function mistypedChats(fc: FastCheck, operation: 'chat' | 'stream', options: TextOptions): Arbitrary<Request> {
  return withDeviation(fc, chats(fc, operation, options), wrong(fc, 'message', nearTexts));
}

/** A speech with one field of another type that coercion turns into a valid value. */
export function mistypedSpeeches(fc: FastCheck, options: TextOptions): Arbitrary<Request> {
  const deviation = fc.oneof(
    wrong(fc, 'text', nearTexts),
    wrong(fc, 'speed', nearSpeeds),
    wrong(fc, 'instructions', nearTexts),
  );
  return withDeviation(fc, speeches(fc, options), deviation);
}

function wrong(fc: FastCheck, name: string, all: readonly string[]): Arbitrary<Deviation> {
  return fc.constantFrom(...all).map((json): Deviation => ({ is: 'set', name, json }));
}

function whole(fc: FastCheck, all: readonly string[]): Arbitrary<Deviation> {
  return fc.constantFrom(...all).map((json): Deviation => ({ is: 'body', json }));
}

function cuts(fc: FastCheck): Arbitrary<Deviation> {
  return fc.integer({ min: 1, max: 1000 }).map((perMille): Deviation => ({ is: 'cut', perMille }));
}

export function withDeviation(
  fc: FastCheck,
  valid: Arbitrary<Request>,
  deviation: Arbitrary<Deviation>,
): Arbitrary<Request> {
  return fc.tuple(valid, deviation).map(([request, deviates]) => ({ ...request, deviation: deviates }));
}

/** Short texts for invalid and unspecified requests, which test something else. */
export const shortTexts: TextOptions = { longestText: 24 };
