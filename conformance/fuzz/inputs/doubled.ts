import type { Arbitrary } from 'fast-check';
import type { FastCheck } from '../../model/fast-check.ts';
import type { Deviation } from './request.ts';

/** A member that comes twice in one object, with its values in their order, as JSON. */
type MemberPair = readonly [name: string, first: string, second: string];

/**
 * Pairs of which at least one value is valid, so that accepting and refusing are both right: names within an object SHOULD
 * be unique (RFC 8259 4), and some parsers read the first, most the last, and some refuse.
 */
export const openSpeechPairs: readonly MemberPair[] = [
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

export const openChatPairs: readonly MemberPair[] = [
  ['message', '"a"', '"a"'],
  ['message', '"a"', '"b"'],
  ['message', '"a"', '[]'],
  ['message', '[]', '"a"'],
  ['webSearch', 'false', 'true'],
];

/** Pairs of which both values are invalid, as would be a list of both. */
export const invalidSpeechPairs: readonly MemberPair[] = [
  ['voice', '"nobody"', '"nobody"'],
  ['voice', '"nobody"', 'null'],
  ['speed', '9', '9'],
  ['speed', '0', '9'],
  ['format', '"ogg"', '"ogg"'],
];

export const invalidChatPairs: readonly MemberPair[] = [
  ['message', 'null', 'null'],
  ['message', 'null', '[]'],
];

export function doubledMember(fc: FastCheck, pairs: readonly MemberPair[]): Arbitrary<Deviation> {
  return fc.constantFrom(...pairs).map(([name, first, second]): Deviation => ({ is: 'doubled', name, first, second }));
}
