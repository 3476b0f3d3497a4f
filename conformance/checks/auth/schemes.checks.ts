import { withinCombinedChat } from '../chat/all-in-one.ts';
import { chat } from '../chat/probes.ts';
import { clause } from '../../model/check.ts';
import { placeholders } from '../../model/probe.ts';
import { listVoices } from '../../model/probes/standard-probes.ts';
import { isNoServerError } from '../../expectations/statuses/is-refusal.ts';
import { isSuccess } from '../../expectations/statuses/is-success.ts';
import { refusedCheck, acceptingChecks } from './refused-check.ts';

const chatWithAuthorization = (authorization: string) => chat(undefined, { authorization });

export const schemes = clause('5.1', 'auth.scheme', {
  requirement: 'Credentials are the scheme Bearer, a space and a token (RFC 9110 11.4, RFC 6750 2.1)',
  also: ['4.2', '4.4', '4.5', '5.2', '5.3'],
  absence: 'access',
  checks: {
    'longer-name-is-refused': {
      title: 'Rejects a chat with the scheme Bearerx',
      ...refusedCheck('chat', chatWithAuthorization(`Bearerx ${placeholders.token}`), 'auth-scheme-beginning-enough'),
    },
    'word-behind-the-token-is-refused': {
      title: 'Rejects a chat with another word after the token',
      ...refusedCheck('chat', chatWithAuthorization(`Bearer ${placeholders.token} x`), 'auth-word-behind-ignored'),
      level: 'SHOULD',
    },
    // A JavaScript client sends this text if it has no token and does not notice.
    'undefined-is-refused': {
      title: 'Rejects a chat with "undefined" as its token',
      requirement: 'The token is the caller’s API key or auth token',
      ...refusedCheck('chat', chatWithAuthorization('Bearer undefined'), 'auth-undefined-accepted'),
    },
    'several-spaces-are-accepted': {
      title: 'Accepts a chat with several spaces between Bearer and the token',
      absence: 'none',
      level: 'SHOULD',
      requirement: 'Between the scheme and the token stand one or more spaces (RFC 9110 11.4)',
      control: acceptingChecks.chat,
      probe: chatWithAuthorization(`Bearer   ${placeholders.token}`),
      within: withinCombinedChat,
      expect: [isSuccess],
      fault: 'auth-one-space-only',
    },
    'other-one-is-no-server-error-of-voices': {
      title: 'Basic credentials on the voice list cause no 5xx',
      absence: 'none',
      level: 'HTTP',
      requirement: 'GET /v1/audio/voices needs no credentials; those of another scheme cause no 5xx (RFC 9110 15.6)',
      control: 'voices.list/needs-no-token',
      probe: listVoices('none', { authorization: 'Basic abc' }),
      expect: [isNoServerError],
      fault: 'auth-voices-other-scheme-500',
    },
  },
});
