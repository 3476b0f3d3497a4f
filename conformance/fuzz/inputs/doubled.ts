import type { Arbitrary } from 'fast-check';
import type { FastCheck } from '../../model/fast-check.ts';
import type { Deviation } from './request.ts';

/** A member that comes twice in one object, with its values in their order, as JSON. */
type Pair = readonly [name: string, first: string, second: string];

/**
 * Names within an object SHOULD be unique (RFC 8259 4): some parsers take the first, most the last, some refuse. What is
 * right by either of the two is open, whatever the other is.
 */
export const openSpeechPairs: readonly Pair[] = [
  ['text', '"a"', '"b"'],
  ['text', '"a"', 'null'],
  ['text', 'null', '"a"'],
  ['voice', '"alloy"', '"alloy"'],
  ['voice', '"alloy"', '"echo"'],
  ['voice', '"alloy"', '"nobody"'],
  ['voice', '"nobody"', '"alloy"'],
  ['speed', '1', '1'],
  ['speed', '1', '2'],
  ['speed', '1', '9'],
  ['speed', '9', '1'],
  ['format', '"mp3"', '"wav"'],
  ['format', '"mp3"', '"ogg"'],
];

export const openChatPairs: readonly Pair[] = [
  ['message', '"a"', '"a"'],
  ['message', '"a"', '"b"'],
  ['message', '"a"', '[]'],
  ['message', '[]', '"a"'],
  ['webSearch', 'false', 'true'],
];

/** Wrong by the first and by the last, and as a list of both. */
export const invalidSpeechPairs: readonly Pair[] = [
  ['voice', '"nobody"', '"nobody"'],
  ['voice', '"nobody"', 'null'],
  ['speed', '9', '9'],
  ['speed', '0', '9'],
  ['format', '"ogg"', '"ogg"'],
];

export const invalidChatPairs: readonly Pair[] = [
  ['message', 'null', 'null'],
  ['message', 'null', '[]'],
];

export function doubled(fc: FastCheck, pairs: readonly Pair[]): Arbitrary<Deviation> {
  return fc.constantFrom(...pairs).map(([name, first, second]): Deviation => ({ is: 'doubled', name, first, second }));
}
