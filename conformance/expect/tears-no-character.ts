import { isUtf8 } from 'node:buffer';
import type { Expectation } from '../core/check.ts';
import { contentOf } from '../core/content.ts';
import type { Exchange } from '../core/exchange.ts';
import { saidBetween } from './said-between.ts';

const replacement = '\uFFFD';
const around = 20;

/**
 * Between the planted words a stream has no replacement character where a chat with the same message has none: what was
 * cut into pieces by the byte and decoded piece by piece is no longer the reply (4.3). A bot that writes it in a chat too
 * may mean it, and one that does not repeat the words says nothing of it.
 */
export const tearsNoCharacter: Expectation = (seen) => {
  const saidBy = (operation: string): readonly string[] =>
    seen.filter((exchange) => exchange.operation === operation && isReadable(exchange)).flatMap(saidBetween);
  const isTorn = (text: string): boolean => text.includes(replacement);
  const torn = saidBy('stream').find(isTorn);
  if (torn === undefined) return [];
  const chats = saidBy('chat');
  if (chats.length === 0 || chats.some(isTorn)) {
    return { unjudged: 'there is no chat without replacement characters to compare with' };
  }
  const at = torn.indexOf(replacement);
  const observed = `U+FFFD in ${JSON.stringify(torn.slice(Math.max(0, at - around), at + around))}`;
  return [{ aspect: 'reply', expected: 'whole characters, as in the chat with the same message', observed }];
};

/** Bytes that are no UTF-8 are another matter. */
function isReadable({ response }: Exchange): boolean {
  if (response.is !== 'answer') return false;
  const content = contentOf(response);
  return content.is === 'bytes' && isUtf8(content.bytes);
}
