import { writtenJson } from './bounded-json.ts';
import { countText } from './count-text.ts';

/** Longest id of a session or bot that is accepted: it goes into every further request, and into every report of it. */
export const maxIdLength = 64 * 1024;

/** Words for an id that is an object or a list. */
export const tooDeep = `that nests more than ${countText(writtenJson.depth)} deep, and is not sent back`;

/** Words in place of an id that is too long to be accepted. */
export function tooLong(letters: number): string {
  return `of ${countText(letters)} letters, and none of more than ${countText(maxIdLength)} is sent back`;
}
