import type { Expectation } from '../core/check.ts';
import { contentOf } from '../core/content.ts';
import type { Exchange } from '../core/exchange.ts';

/** U+FFFD as it stands in text, or escaped in JSON. */
const replacement = /\uFFFD|\\ufffd/i;
const around = 20;

/**
 * A stream has no replacement character where a chat with the same message has none: what was cut into pieces by the
 * byte and decoded piece by piece is no longer the reply (4.3). A bot that writes it in a chat too may mean it.
 */
export const tearsNoCharacter: Expectation = (seen) => {
  const textsOf = (operation: string): readonly string[] =>
    seen.filter((exchange) => exchange.operation === operation).map(textIn);
  const chats = textsOf('chat');
  if (chats.length === 0 || chats.some((text) => replacement.test(text))) {
    return { unjudged: 'there is no chat without replacement characters to compare with' };
  }
  const torn = textsOf('stream').find((text) => replacement.test(text));
  if (torn === undefined) return [];
  const at = torn.search(replacement);
  const observed = `U+FFFD in ${JSON.stringify(torn.slice(Math.max(0, at - around), at + around))}`;
  return [{ aspect: 'reply', expected: 'whole characters, as in the chat with the same message', observed }];
};

/** Bytes that are no UTF-8 are another matter: they become nothing here. */
function textIn({ response }: Exchange): string {
  if (response.is !== 'answer') return '';
  const content = contentOf(response);
  if (content.is === 'undecodable') return '';
  const bytes = Buffer.from(content.bytes);
  return bytes.includes('\uFFFD') || bytes.includes('\\ufffd') || bytes.includes('\\uFFFD')
    ? bytes.toString('utf8')
    : '';
}
