import { clause } from '../../model/check.ts';
import { placeholders } from '../../model/probe.ts';
import { chat, stream } from '../chat/probes.ts';
import { challengesWhere401 } from '../../expectations/statuses/has-status.ts';
import { everyAnswer } from '../../expectations/kinds.ts';
import { isSuccess } from '../../expectations/statuses/is-success.ts';
import { observedStatus } from '../../expectations/bodies/observed.ts';
import { onSecondBotCall } from '../../expectations/conversations/second-bot.ts';
import { nextIsUnauthorized } from '../../expectations/wire/next-answer.ts';
import { withinCombinedSpeech } from '../speech/all-in-one.ts';
import { speak } from '../speech/probes.ts';
import { secondBotWithoutAccess, secondChatWithoutToken, tokenInQuery, withUnknownToken } from './probes.ts';
import { refusedCheck, acceptingChecks, refusalExpectations } from './refused-check.ts';

export const auth = clause('5.1', 'auth.bearer', {
  requirement: 'Authenticated calls send the header Authorization: Bearer <ACCESS_TOKEN>',
  also: ['4.2', '4.3', '4.5', '5.3'],
  absence: 'access',
  checks: {
    'chat-needs-it': {
      title: 'Rejects a chat without a token',
      ...refusedCheck('chat', chat(undefined, { as: 'none' }), 'auth-none-accepted-chat'),
    },
    'stream-needs-it': {
      title: 'Rejects a stream without a token',
      ...refusedCheck('stream', stream(undefined, { as: 'none' }), 'auth-none-accepted-stream'),
    },
    'speech-needs-it': {
      title: 'Rejects a speech request without a token',
      ...refusedCheck('speech', speak({}, { as: 'none' }), 'auth-none-accepted-speech'),
    },
    'chat-needs-it-on-a-connection-that-had-it': {
      title: 'Serves no chat without a token on a connection that sent one before',
      level: 'MUST',
      control: acceptingChecks.chat,
      probe: secondChatWithoutToken,
      expect: [nextIsUnauthorized],
      root: 'alone',
      fault: 'auth-kept-with-the-connection',
    },
    'second-bot-needs-it': {
      title: 'Rejects a chat with a second listed bot without a token',
      level: 'MUST',
      control: acceptingChecks.chat,
      probe: secondBotWithoutAccess,
      expect: refusalExpectations.map((each) => onSecondBotCall(2, each)),
      fault: 'auth-second-bot-open',
    },
    'second-bot-refuses-a-wrong-token': {
      title: 'Rejects a chat with a second listed bot with an unknown token',
      level: 'MUST',
      control: acceptingChecks.chat,
      probe: secondBotWithoutAccess,
      expect: refusalExpectations.map((each) => onSecondBotCall(3, each)),
      fault: 'auth-second-bot-any-token',
    },
    'wrong-token-is-refused': {
      title: 'Rejects a speech request with an unknown token',
      ...refusedCheck('speech', speak({}, withUnknownToken), 'auth-wrong-token-accepted'),
    },
    'empty-token-is-refused': {
      title: 'Rejects a speech request with an empty Bearer token',
      ...refusedCheck('speech', speak({}, { authorization: 'Bearer ' }), 'auth-empty-token-500'),
    },
    'other-scheme-is-refused': {
      title: 'Rejects a speech request with the token under the scheme Basic',
      ...refusedCheck('speech', speak({}, { authorization: `Basic ${placeholders.token}` }), 'auth-scheme-ignored'),
    },
    // Not MUST: 5.1 and 5.3 say what callers send, not that a service accepts a token nowhere else.
    'token-in-the-query-is-refused': {
      title: 'Rejects a speech request with the token only in the query',
      ...refusedCheck('speech', speak({}, tokenInQuery), 'auth-query-token-accepted'),
      level: 'SHOULD',
    },
    'scheme-in-other-case-is-accepted': {
      title: 'Accepts a speech request with the scheme "bearer" in lower case',
      absence: 'none',
      level: 'HTTP',
      requirement: 'The name of an authentication scheme is case-insensitive (RFC 9110 11.1)',
      control: acceptingChecks.speech,
      probe: speak({}, { authorization: `bearer ${placeholders.token}` }),
      within: withinCombinedSpeech,
      expect: [isSuccess],
      fault: 'auth-scheme-case-sensitive',
    },
    '401-names-the-scheme': {
      title: 'Sends WWW-Authenticate with a challenge in every 401',
      absence: 'none',
      level: 'HTTP',
      requirement: 'A 401 carries WWW-Authenticate with at least one challenge (RFC 9110 11.6.1, 15.5.2)',
      ofEvery: everyAnswer,
      probe: speak({}, { as: 'none' }),
      expect: [challengesWhere401],
      fault: 'auth-401-without-challenge',
      alsoFinds: [
        'auth-other-scheme-without-challenge',
        'auth-wrong-token-without-challenge',
        'auth-challenge-empty',
        'auth-stream-without-challenge',
        'bots-anonymous-without-challenge',
      ],
    },
  },
  observations: {
    'missing-token-status': {
      says: 'The status of a speech without a token: not specified',
      probe: speak({}, { as: 'none' }),
      see: observedStatus,
    },
    'wrong-token-status': {
      says: 'The status of a speech with an unknown token: not specified',
      probe: speak({}, withUnknownToken),
      see: observedStatus,
    },
  },
});
