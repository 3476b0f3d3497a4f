import { writtenJson } from './bounded-json.ts';
import { countText } from './count-text.ts';

/** A session's or a bot's id goes into every further request, and into all that is told of it: longer ones are not taken. */
export const longestId = 64 * 1024;

/** Of an id that is an object, or a list. */
export const tooDeep = `that nests more than ${countText(writtenJson.depth)} deep, and is not sent back`;

/** What is said in place of an id that is not taken. */
export function tooLong(letters: number): string {
  return `of ${countText(letters)} letters, and none of more than ${countText(longestId)} is sent back`;
}
