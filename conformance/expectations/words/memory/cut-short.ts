import { jsonOf } from '../../../bodies/content.ts';
import type { Exchanges } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { stringsOf, textByField } from '../texts/strings-of.ts';

/** Marks that close a sentence, a quote or a list: a reply that was cut short has none of them after its last word. */
const closing = /[.!?…”"’»)\]}>]/;

/**
 * True where the reply to a chat may have been cut short after words that were told: it ends within the next word, or
 * right after a word while no reply of the conversation is longer. How long replies may be is not shown (8.2).
 */
export function isTruncatedReply(reply: Exchange, told: readonly string[], seen: Exchanges): boolean {
  const { field, text, behind } = sayingIn(reply, told);
  if (closing.test(behind)) return false;
  const last = /[a-z]+$/i.exec(behind)?.[0].toLowerCase();
  if (last !== undefined && told.some((word) => word.startsWith(last))) return true;
  return isLongest(field, text, seen);
}

/** Fewest letters in common with the message that are no chance. */
const fewestLetters = 10;

/**
 * True where the reply to a chat may have the longest length that a reply can have: no reply of the conversation is
 * longer, and it ends right after a planted word or within a quotation of a message that told them.
 */
export function mayHaveMaxLength(
  reply: Exchange,
  told: readonly string[],
  messages: readonly string[],
  seen: Exchanges,
): boolean {
  const { field, text, behind } = sayingIn(reply, told);
  const isMidway = messages.map(lettersOf).some((message) => quotesPartOf(message, text, lettersOf(behind)));
  return (endsBeforeNext.test(behind) || isMidway) && isLongest(field, text, seen);
}

/** Matches an empty rest, or a rest that ends before a word or an opening quotation mark. */
const endsBeforeNext = /^$|\s["“«‘]?$/;

/**
 * True where a text breaks off within a quotation of the message. `behind`: its letters after the last planted word. If
 * these are fewer than `fewestLetters`, the message has to begin with them or to have them after the same letters.
 */
function quotesPartOf(message: string, text: string, behind: string): boolean {
  if (behind === '' || message.endsWith(behind)) return false;
  if (behind.length >= fewestLetters) return message.includes(behind.slice(-fewestLetters));
  return message.startsWith(behind) || message.includes(lettersOf(text).slice(-(behind.length + fewestLetters)));
}

export function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/\P{L}/gu, '');
}

/** The text that says most of these words, its field, and what follows the last of the words in it. */
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

function isLongest(field: string, text: string, seen: Exchanges): boolean {
  return seen.every((other) => (fieldsOf(other).get(field) ?? '').length <= text.length);
}

/** The texts of the reply by field; the parts of a list count as one text. */
function fieldsOf({ response }: Exchange): ReadonlyMap<string, string> {
  const json = response.is === 'answer' ? jsonOf(response) : undefined;
  return textByField(json?.is === 'json' ? stringsOf(json.value) : []);
}

function countIn(text: string, words: readonly string[]): number {
  return words.filter((word) => endOf(text, word) > 0).length;
}

/** Where the last occurrence of the word ends in the text; 0 where the text lacks the word. */
function endOf(text: string, word: string): number {
  const at = text.toLowerCase().lastIndexOf(word);
  return at === -1 ? 0 : at + word.length;
}
