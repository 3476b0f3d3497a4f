import type { Arbitrary } from 'fast-check';
import type { FastCheck } from '../../model/fast-check.ts';
import { chats } from './valid.ts';
import type { Input, Request } from './request.ts';
import type { TextOptions } from './texts.ts';
import { shortTexts, invalidChats, invalidSpeeches } from './invalid.ts';

/** An input of one request. */
export const singleRequest = (request: Arbitrary<Request>): Arbitrary<Input> => request.map((each) => [each]);

/** Turns of the longest conversation: enough to show sessions that end early or change at the third turn. */
export const maxTurns = 4;

/** Chats and streams of one session, valid in every turn. */
export function conversations(fc: FastCheck, options: TextOptions): Arbitrary<Input> {
  const short = { longestText: Math.min(options.longestText, shortTexts.longestText) };
  const turn = fc
    .oneof(chats(fc, 'chat', short), chats(fc, 'stream', short))
    .map((request): Request => ({ ...request, continues: true }));
  return fc
    .tuple(chats(fc, 'chat', short), fc.array(turn, { maxLength: (options.mostTurns ?? maxTurns) - 1, size: 'max' }))
    .map(([first, more]) => [first, ...more]);
}

/** Invalid requests, to which services write error messages. */
export function refusedRequests(fc: FastCheck): Arbitrary<Request> {
  return fc.oneof(invalidChats(fc, 'chat', shortTexts), invalidSpeeches(fc, shortTexts));
}
