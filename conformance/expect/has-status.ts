import { uncoveredChatStatus } from '../contract/limits.ts';
import { headerOf } from '../core/exchange.ts';
import { onAnswer, shown } from './on-answer.ts';

/** The one status that the document names: a chat whose usage cannot be covered (4.2, 7.3, 8.2). */
export const isUncoveredChat = onAnswer((answer) =>
  answer.status === uncoveredChatStatus
    ? []
    : [{ aspect: 'status', expected: String(uncoveredChatStatus), observed: shown(answer) }],
);

/** A 401 names the scheme to use (RFC 9110 15.5.2: it MUST); another refusal has nothing to name. */
export const challengesWhere401 = onAnswer((answer) => {
  if (answer.status !== 401 || headerOf(answer.headers, 'www-authenticate') !== undefined) return [];
  return [
    {
      aspect: 'WWW-Authenticate',
      expected: 'a challenge such as Bearer',
      observed: 'a 401 without it',
      per: 'RFC 9110 15.5.2',
    },
  ];
});

/** A 405 lists the methods that there are (RFC 9110 15.5.6: it MUST); another refusal has no such duty. */
export const allowsWhere405 = onAnswer((answer) => {
  if (answer.status !== 405 || headerOf(answer.headers, 'allow') !== undefined) return [];
  return [
    { aspect: 'Allow', expected: 'the methods of this path', observed: 'a 405 without it', per: 'RFC 9110 15.5.6' },
  ];
});
