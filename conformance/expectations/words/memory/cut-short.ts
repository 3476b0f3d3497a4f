import { jsonOf } from '../../../bodies/content.ts';
import type { Seen } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { stringsOf, textByField } from '../texts/strings-of.ts';

/** What closes a sentence, a quote or a list: a reply that was cut short has none of it behind its last word. */
const closing = /[.!?…”"’»)\]}>]/;

/**
 * True where the reply to a chat may have been cut short behind words that were told: it ends within the next one, or right
 * behind one while no reply of the conversation is longer. How long replies may be is not shown (8.2).
 */
export function isCutShort(reply: Exchange, told: readonly string[], seen: Seen): boolean {
  const { field, text, behind } = sayingIn(reply, told);
  if (closing.test(behind)) return false;
  const last = /[a-z]+$/i.exec(behind)?.[0].toLowerCase();
  if (last !== undefined && told.some((word) => word.startsWith(last))) return true;
  return isLongest(field, text, seen);
}

/** So many letters are of the message, or they are something else. */
const fewestLetters = 10;

/**
 * True where the reply to a chat may be no longer, as none of the conversation is, and ends right behind a word that was
 * told, or in the midst of quoting one of the messages that told them.
 */
export function mayBeNoLonger(
  reply: Exchange,
  told: readonly string[],
  messages: readonly string[],
  seen: Seen,
): boolean {
  const { field, text, behind } = sayingIn(reply, told);
  const isMidway = messages.map(lettersOf).some((message) => quotesPartOf(message, text, lettersOf(behind)));
  return (endsBeforeNext.test(behind) || isMidway) && isLongest(field, text, seen);
}

/** Nothing, or what stands before a word, or before another quotation. */
const endsBeforeNext = /^$|\s["“«‘]?$/;

/** `behind`: its last letters, behind the last word that was told. A few are of the message where it goes on so, or begins. */
function quotesPartOf(message: string, text: string, behind: string): boolean {
  if (behind === '' || message.endsWith(behind)) return false;
  if (behind.length >= fewestLetters) return message.includes(behind.slice(-fewestLetters));
  return message.startsWith(behind) || message.includes(lettersOf(text).slice(-(behind.length + fewestLetters)));
}

export function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/\P{L}/gu, '');
}

/** The text that says the most of these words, and what stands in it behind the last of them. */
function sayingIn(
  reply: Exchange,
  told: readonly string[],
): { readonly field: string; readonly text: string; readonly behind: string } {
  const saying = [...fieldsOf(reply)].toSorted(
    ([, one], [, other]) => countIn(other, told) - countIn(one, told) || one.length - other.length,
  );
  const [field, text] = saying[0] ?? ['', ''];
  return { field, text, behind: text.slice(Math.max(0, ...told.map((word) => endOf(text, word)))) };
}

function isLongest(field: string, text: string, seen: Seen): boolean {
  return seen.every((other) => (fieldsOf(other).get(field) ?? '').length <= text.length);
}

/** The texts of the reply by the names that lead to them: what comes in parts is one. */
function fieldsOf({ response }: Exchange): ReadonlyMap<string, string> {
  const json = response.is === 'answer' ? jsonOf(response) : undefined;
  return textByField(json?.is === 'json' ? stringsOf(json.value) : []);
}

function countIn(text: string, words: readonly string[]): number {
  return words.filter((word) => endOf(text, word) > 0).length;
}

/** Where the word ends last in the text; 0 where it does not stand there. */
function endOf(text: string, word: string): number {
  const at = text.toLowerCase().lastIndexOf(word);
  return at === -1 ? 0 : at + word.length;
}
