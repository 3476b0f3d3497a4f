import { isUtf8 } from 'node:buffer';
import type { Expectation } from '../../model/check.ts';
import { contentOf } from '../../bodies/content.ts';
import type { Exchange } from '../../model/exchange.ts';
import { wordsPlantedIn } from './remembers.ts';
import { saidBetween } from './said-between.ts';
import { aroundPlace } from '../../reading/whole-letters.ts';

/**
 * Between the planted words a stream has no replacement character where a chat with the same message has none: what was
 * cut into pieces by the byte and decoded piece by piece is no longer the reply (4.3). A bot that writes it in a chat too
 * may mean it, and one that does not repeat the words says nothing of it.
 */
export const tearsNoCharacter: Expectation = (seen) => {
  const saidBy = (operation: string): readonly string[] =>
    seen.filter((exchange) => exchange.operation === operation && isReadable(exchange)).flatMap(saidBetweenAll);
  const torn = saidBy('stream').find(isReplaced);
  if (torn === undefined) return [];
  const chats = saidBy('chat');
  if (chats.length === 0 || chats.some(isReplaced)) {
    return { inconclusive: 'there is no chat without replacement characters to compare with' };
  }
  const expected = 'whole characters, as in the chat with the same message';
  return [{ subject: 'reply', expected, observed: replacedExcerpt(torn) }];
};

/** As far apart as the words of a page are. */
const longestCharacters = 1_000;

function saidBetweenAll(exchange: Exchange): readonly string[] {
  const words = wordsPlantedIn(exchange);
  return words.slice(1).flatMap((_, at) => saidBetween(exchange, words.slice(at, at + 2), longestCharacters));
}

/** Bytes that are not UTF-8 are another matter. */
function isReadable({ response }: Exchange): boolean {
  if (response.is !== 'answer') return false;
  const content = contentOf(response);
  return content.is === 'bytes' && isUtf8(content.bytes);
}

/** What a decoder writes in the place of bytes that are no letter. */
const replacement = '\uFFFD';
const around = 20;

/** True where some decoder did not know what to make of the bytes. */
export function isReplaced(text: string): boolean {
  return text.includes(replacement);
}

/** The first such place, with a few letters around it. */
export function replacedExcerpt(text: string): string {
  const at = text.indexOf(replacement);
  return `U+FFFD in ${JSON.stringify(aroundPlace(text, at, around))}`;
}
