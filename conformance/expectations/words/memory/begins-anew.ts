import { jsonOf } from '../../../bodies/content.ts';
import type { Exchanges } from '../../../model/check.ts';
import { isAccepted, type Exchange } from '../../../model/exchange.ts';
import { beginsSession } from '../declined/may-have-declined.ts';
import { firstAnswersEcho } from '../remembers.ts';
import { answerTexts } from '../said.ts';
import { joinTextsByField, stringsOf } from '../texts/strings-of.ts';

/**
 * True where an answer is worded like the answer to a turn that begins a session, as of a bot that greets first. The
 * answer in a lost session would look the same.
 */
export function isLikeFirstAnswer(answer: Exchange, before: Exchanges): boolean {
  if (!isAccepted(answer) || firstAnswersEcho(before)) return false;
  const begins = before.filter((exchange) => isAccepted(exchange) && beginsSession(exchange));
  return begins.some((begun) => isSaidIn(replyOf(begun), answer) || isSaidIn(replyOf(answer), begun));
}

/** Longest text, in characters, that is compared: no greeting is longer, and longer texts take long to read. */
const longest = 10_000;
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{M}]/gu, '');

function isSaidIn(reply: string | undefined, other: Exchange): boolean {
  return reply !== undefined && answerTexts(other).some((text) => text.length <= longest && lettersOf(text) === reply);
}

/**
 * The letters of the reply to a chat, which may be a list of parts. Digits do not count, because a time or a number may
 * differ each time. Undefined where there is no reply, or one that is too long.
 */
function replyOf({ operation, response }: Exchange): string | undefined {
  if (operation !== 'chat' || response.is !== 'answer') return undefined;
  const json = jsonOf(response);
  if (json.is !== 'json') return undefined;
  const parts = stringsOf(json.value).filter(({ path }) => /^\$\.reply\b/.test(path));
  const reply = joinTextsByField(parts).join('');
  return reply.length > longest || lettersOf(reply) === '' ? undefined : lettersOf(reply);
}
