import { minimalMessage, chat, stream } from '../chat/probes.ts';
import { bearerValue } from '../../model/calls.ts';
import { clause } from '../../model/check.ts';
import { mutatedTokens } from '../../model/mutated-tokens.ts';
import { placeholders } from '../../model/probe.ts';
import { listBots } from '../../model/probes/standard-probes.ts';
import { hasErrorEnvelope } from '../../expectations/bodies/has-error-envelope.ts';
import { areNotServed, isNotServed } from '../../expectations/bodies/is-not-served.ts';
import { areNoServerErrors, isNoServerError } from '../../expectations/statuses/is-refusal.ts';
import { everyAnswer } from '../../expectations/kinds.ts';
import { staysAuthorized } from '../../expectations/statuses/stays-let-in.ts';
import { onCall, whereRefused } from '../../expectations/judged-as.ts';
import { observedStatus } from '../../expectations/bodies/observed.ts';
import { tokenLookalikeChecks, chatWithToken } from './token-lookalikes.ts';
import { tokenInOtherCase, tokenBeyondAscii, tokenWithMarks } from './token-cases.ts';
import { validTokenAfterWrongOnes, tokenInQuery, withUnknownToken } from './probes.ts';
import { refusedCheck, acceptingChecks, refusalExpectations } from './refused-check.ts';

const elsewhere = (name: string, value: string) => chat(undefined, { as: 'none', extra: [[name, value]] });

const twoHeaders = chat(undefined, { extra: [['Authorization', bearerValue('token')]] });
/** Sent as one octet for each letter, so that the value is not valid UTF-8 either. */
const beyondAscii = chat(undefined, { authorization: 'Bearer n\u00f6t-\u00e0-tok\u00e9n-\u00ff' });
const inBody = chat(
  { ...minimalMessage, access_token: placeholders.token },
  { as: 'none', unusual: { is: 'revealed' } },
);
const botsWithWrongToken = listBots('none', withUnknownToken);

export const tokens = clause('5.1', 'auth.token', {
  requirement:
    'The token in Authorization: Bearer <ACCESS_TOKEN> is the caller’s own, and one that only resembles it is not accepted',
  also: ['4.2', '4.3', '5.3'],
  absence: 'access',
  checks: {
    'wrong-one-is-refused-by-chat': {
      title: 'Rejects a chat with an unknown token',
      ...refusedCheck('chat', chat(undefined, withUnknownToken), 'auth-wrong-token-accepted-chat'),
    },
    'wrong-one-is-refused-by-stream': {
      title: 'Rejects a stream with an unknown token',
      ...refusedCheck('stream', stream(undefined, withUnknownToken), 'auth-wrong-token-accepted-stream'),
    },
    'with-something-behind-it-is-refused': {
      title: 'Rejects a chat with a letter appended to the token',
      ...refusedCheck('chat', chatWithToken(`${placeholders.token}x`), 'auth-token-prefix-enough'),
    },
    'with-a-full-stop-behind-it-is-refused': {
      title: 'Rejects a stream with a full stop appended to the token',
      ...refusedCheck(
        'stream',
        stream(undefined, { authorization: `Bearer ${placeholders.token}.` }),
        'auth-token-stripped',
      ),
    },
    ...tokenLookalikeChecks,
    // Not MUST: a server in front may read a token only up to the first character that no token has.
    'with-marks-behind-it-is-refused': {
      title: 'Serves no chat with a comma, semicolon or quote after the token',
      level: 'SHOULD',
      control: acceptingChecks.chat,
      probe: tokenWithMarks,
      expect: [areNotServed, areNoServerErrors],
      fault: 'auth-token-read-to-a-mark',
    },
    'without-its-end-is-refused': {
      title: 'Rejects a chat with the end of the token cut off',
      ...refusedCheck('chat', chatWithToken(mutatedTokens.cut), 'auth-token-beginning-enough'),
    },
    'misspelt-is-refused': {
      title: 'Rejects a chat with one character of the token changed',
      ...refusedCheck('chat', chatWithToken(mutatedTokens.misspelt), 'auth-token-length-compared'),
    },
    'with-another-last-character-is-refused': {
      title: 'Rejects a chat with the last character of the token changed',
      ...refusedCheck('chat', chatWithToken(mutatedTokens.endChanged), 'auth-token-last-character-ignored'),
    },
    'in-other-case-is-refused-on-a-new-connection': {
      title: 'Rejects a token in swapped letter case on a new connection',
      requirement:
        'The token in Authorization: Bearer <ACCESS_TOKEN> is case-sensitive: in swapped letter case it is another token',
      ...refusedCheck('chat', tokenInOtherCase, 'auth-token-case-folded'),
    },
    // Not MUST: a server in front may replace this token by one that its connection has carried before.
    'in-other-case-is-refused': {
      title: 'Rejects a chat with the letter case of the token swapped',
      level: 'SHOULD',
      control: acceptingChecks.chat,
      probe: tokenInOtherCase,
      expect: refusalExpectations.map((each) => onCall(0, each)),
      fault: 'auth-token-case-folded',
      doneBy: ['Javalin 6.3 on Jetty 11.0.23: field values that a connection has seen are read in any letter case'],
    },
    'without-a-scheme-is-refused': {
      title: 'Rejects a chat with the token but no scheme before it',
      ...refusedCheck('chat', chat(undefined, { authorization: placeholders.token }), 'auth-bare-token-accepted'),
    },
    'empty-header-is-refused': {
      title: 'Rejects a chat with an empty Authorization header',
      ...refusedCheck('chat', chat(undefined, { authorization: '' }), 'auth-empty-header-accepted'),
    },
    // Not MUST: 5.1 and 5.3 say what callers send, not that a service accepts a token nowhere else.
    'in-x-api-key-is-refused': {
      title: 'Rejects a chat with the token only in X-Api-Key',
      ...refusedCheck('chat', elsewhere('x-api-key', placeholders.token), 'auth-api-key-header-accepted'),
      level: 'SHOULD',
    },
    'in-a-cookie-is-refused': {
      title: 'Rejects a chat with the token only in a cookie',
      ...refusedCheck(
        'chat',
        elsewhere('cookie', `token=${placeholders.token}; access_token=${placeholders.token}`),
        'auth-cookie-accepted',
      ),
      level: 'SHOULD',
    },
    'in-the-query-is-refused': {
      title: 'Rejects a chat with the token only in the query',
      ...refusedCheck('chat', chat(undefined, tokenInQuery), 'auth-query-looked-at-only'),
      level: 'SHOULD',
    },
    'in-the-body-is-refused': {
      title: 'Rejects a chat with the token only in the body',
      ...refusedCheck('chat', inBody, 'auth-body-token-accepted'),
      level: 'SHOULD',
    },
    'twice-is-no-server-error': {
      title: 'Two Authorization headers on a chat cause no 5xx',
      level: 'HTTP',
      requirement: 'A field that comes twice is a mistake of the client (RFC 9110 5.3, 15.5.1)',
      control: acceptingChecks.chat,
      probe: twoHeaders,
      expect: [isNoServerError],
      fault: 'auth-two-headers-500',
    },
    // Not MUST: servers and proxies refuse such a header before the service sees it.
    'twice-has-the-error-object-where-refused': {
      title: 'Sends the error object if it refuses two Authorization headers',
      level: 'SHOULD',
      requirement: 'Error responses carry an object error, also where the header itself is refused',
      control: acceptingChecks.chat,
      probe: twoHeaders,
      expect: [whereRefused(hasErrorEnvelope)],
      fault: 'auth-two-headers-bare-400',
    },
    'stays-accepted-behind-wrong-ones': {
      title: 'Refuses no request with 401 whose token let the same request in before and later',
      level: 'MUST',
      requirement:
        'Authenticated calls send the header Authorization: Bearer <ACCESS_TOKEN>, and one that was accepted is accepted whatever others send (429 says that there was too much)',
      absence: 'none',
      ofEvery: everyAnswer,
      besides: true,
      probe: validTokenAfterWrongOnes,
      expect: [staysAuthorized],
      fault: 'auth-locked-for-all-after-wrong-tokens',
      alsoFinds: ['auth-refused-for-a-moment-behind-a-wrong-one', 'auth-locked-for-seconds-after-wrong-tokens'],
    },
    'beyond-ascii-is-no-server-error': {
      title: 'A non-ASCII token on a chat causes no 5xx',
      level: 'HTTP',
      requirement:
        'A field value may hold any octet from 80 to FF (RFC 9110 5.5): such a token is wrong, and causes no server error',
      control: 'wrong-one-is-refused-by-chat',
      probe: beyondAscii,
      expect: [isNoServerError],
      fault: 'auth-beyond-ascii-500',
      doneBy: ['Bottle 0.13.4: 500'],
    },
    'beyond-ascii-is-not-served': {
      title: 'Serves no chat with a non-ASCII token',
      level: 'MUST',
      control: 'wrong-one-is-refused-by-chat',
      probe: beyondAscii,
      expect: [isNotServed],
      fault: 'auth-beyond-ascii-accepted',
    },
    'with-a-letter-beyond-ascii-behind-it-is-not-served': {
      title: 'Serves no chat with a non-ASCII letter appended to the token',
      level: 'MUST',
      control: acceptingChecks.chat,
      probe: tokenBeyondAscii,
      expect: [areNotServed],
      fault: 'auth-token-stripped-to-ascii',
    },
    'beyond-ascii-has-the-error-object': {
      title: 'Sends the error object if it refuses a non-ASCII token',
      level: 'SHOULD',
      requirement: 'Error responses carry an object error, also where the header itself is refused',
      control: 'wrong-one-is-refused-by-chat',
      probe: beyondAscii,
      expect: [whereRefused(hasErrorEnvelope)],
      fault: 'auth-beyond-ascii-bare-400',
    },
    'wrong-one-is-no-server-error-of-bots': {
      title: 'An unknown token on the bot list causes no 5xx; a refusal has the error object',
      absence: 'none',
      level: 'MUST',
      requirement:
        'Whether GET /v1/bots requires credentials is not specified; a wrong token causes no server error (RFC 9110 15.6)',
      control: 'bots.list/succeeds',
      probe: botsWithWrongToken,
      expect: [isNoServerError, whereRefused(hasErrorEnvelope)],
      fault: 'auth-bots-wrong-token-500',
    },
  },
  observations: {
    'missing-token-and-bad-body': {
      says: 'The status of an invalid chat without a token: not specified',
      probe: chat({}, { as: 'none' }),
      see: observedStatus,
    },
    'several-spaces': {
      says: 'The status of a chat with several spaces before the token: not specified',
      probe: chat(undefined, { authorization: `Bearer   ${placeholders.token}` }),
      see: observedStatus,
    },
    'twice-status': {
      says: 'The status of a chat with two Authorization headers: not specified',
      probe: twoHeaders,
      see: observedStatus,
    },
    'bots-with-a-wrong-token': {
      says: 'The status of the bot list with an unknown token: not specified',
      probe: botsWithWrongToken,
      see: observedStatus,
    },
  },
});
