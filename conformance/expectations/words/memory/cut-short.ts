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
  const saying = [...fieldsOf(reply)].toSorted(
    ([, one], [, other]) => countIn(other, told) - countIn(one, told) || one.length - other.length,
  );
  const [field, text] = saying[0] ?? ['', ''];
  const behind = text.slice(Math.max(0, ...told.map((word) => endOf(text, word))));
  if (closing.test(behind)) return false;
  const last = /[a-z]+$/i.exec(behind)?.[0].toLowerCase();
  if (last !== undefined && told.some((word) => word.startsWith(last))) return true;
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
