import { isUtf8 } from 'node:buffer';
import type { Expectation } from '../../model/check.ts';
import { contentOf } from '../../bodies/content.ts';
import type { Exchange } from '../../model/exchange.ts';
import { wordsPlantedIn } from './remembers.ts';
import { answerTextsBetween } from './said-between.ts';
import { aroundPlace } from '../../reading/whole-letters.ts';

/**
 * Between the planted words a stream has no replacement character where a chat with the same message has none. A text
 * that was cut into pieces by bytes and decoded piece by piece is no longer the reply (4.3). A bot that writes the
 * character in a chat too may mean it, and a bot that does not repeat the words shows nothing.
 */
export const tearsNoCharacter: Expectation = (seen) => {
  const saidBy = (operation: string): readonly string[] =>
    seen.filter((exchange) => exchange.operation === operation && isReadable(exchange)).flatMap(saidBetweenAll);
  const torn = saidBy('stream').find(hasReplacementCharacter);
  if (torn === undefined) return [];
  const chats = saidBy('chat');
  if (chats.length === 0 || chats.some(hasReplacementCharacter)) {
    return { inconclusive: 'there is no chat without replacement characters to compare with' };
  }
  const expected = 'whole characters, as in the chat with the same message';
  return [{ subject: 'reply', expected, observed: replacementExcerpt(torn) }];
};

/** Longest distance, in characters, between two words of a page. */
const longestCharacters = 1_000;

function saidBetweenAll(exchange: Exchange): readonly string[] {
  const words = wordsPlantedIn(exchange);
  return words.slice(1).flatMap((_, at) => answerTextsBetween(exchange, words.slice(at, at + 2), longestCharacters));
}

/** Bodies that are not UTF-8 are judged elsewhere. */
function isReadable({ response }: Exchange): boolean {
  if (response.is !== 'answer') return false;
  const content = contentOf(response);
  return content.is === 'bytes' && isUtf8(content.bytes);
}

/** What a decoder writes in place of bytes that are no character. */
const replacement = '\uFFFD';
const around = 20;

/** True where a decoder met bytes that it could not decode. */
export function hasReplacementCharacter(text: string): boolean {
  return text.includes(replacement);
}

/** The first replacement character, with a few characters around it. */
export function replacementExcerpt(text: string): string {
  const at = text.indexOf(replacement);
  return `U+FFFD in ${JSON.stringify(aroundPlace(text, at, around))}`;
}
