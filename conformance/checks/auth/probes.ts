import { unknownToken } from '../../model/mutated-tokens.ts';
import { minimalMessage } from '../chat/probes.ts';
import { askWords, rememberText, plantText } from '../conversation.ts';
import { botsCall, chatCall, speechCall, type CallChange } from '../../model/calls.ts';
import { repeatAloneIf, placeholders, type Call, type StepInputs, type Probe, type Step } from '../../model/probe.ts';
import { connectionClose } from '../../http/raw-text.ts';
import { mayHaveLostSession } from '../../expectations/conversations/evicted-sessions.ts';
import { newestSessionId, noIdIn } from '../../expectations/bodies/carries-session-id.ts';
import { isAccepted } from '../../model/exchange.ts';
import { isForgotten, maxSpellingRetries, retryCount } from '../../expectations/words/remembers.ts';
import { operationsMisspelling } from '../../expectations/words/memory/memory-shown.ts';
import { otherListedBot } from '../sessions/second-bot.ts';
import { bodyTextOf, rawHeadOf, contentLengthField, asRawCall } from '../transport/probes.ts';

/** Names of the query parameter that carries a token in common interfaces; the first is that of RFC 6750 2.3. */
const names = ['access_token', 'token', 'api_key', 'apiKey', 'key'] as const;

/** The token stands only in the query, as some interfaces allow, and there is no Authorization header. */
export const tokenInQuery: CallChange = {
  as: 'none',
  query: `?${names.map((name) => `${name}=${placeholders.token}`).join('&')}`,
};

const boundary = 'assay-form-boundary';

/** The same fields in each type of body that web frameworks read by default, and as JSON with another content type. */
export function bodiesOfEachType(fields: Readonly<Record<string, string>>): readonly TypedBody[] {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return [
    { raw: new URLSearchParams(fields).toString(), contentType: 'application/x-www-form-urlencoded' },
    { raw: `${parts.join('')}--${boundary}--\r\n`, contentType: `multipart/form-data; boundary=${boundary}` },
    { raw: JSON.stringify(fields), contentType: 'text/plain' },
  ];
}

type TypedBody = { readonly raw: string; readonly contentType: string };

/** Two chats on a kept connection, the second without a token: a service that answers the second may charge it. */
export const secondChatWithoutToken: Probe = {
  name: 'chat with its token, then without one on the same connection',
  needs: ['token', 'bot'],
  costs: { chats: 2, speeches: 0 },
  steps: [
    ({ bot }) => {
      const call = chatCall('chat', bot, minimalMessage);
      const next = chatCall('chat', bot, minimalMessage, { as: 'none' });
      const sends = [
        rawHeadOf(call, contentLengthField(call)),
        rawHeadOf(next, contentLengthField(next), connectionClose),
      ];
      const bodies = [bodyTextOf(call), bodyTextOf(next)];
      return [asRawCall(call, { sends: sends.map((head, at) => head + bodies[at]), answers: 2, inTurn: true })];
    },
  ],
};

export const withUnknownToken = { authorization: `Bearer ${unknownToken}` } as const;

/** No token, and a token that belongs to nobody. */
const withoutAccess: readonly CallChange[] = [{ as: 'none' }, withUnknownToken];
/** Places of the calls without access among the answers of `intrusionsInSession`: behind the turn that begins the session. */
export const placesWithoutAccess: readonly number[] = withoutAccess.map((_, at) => at + 1);

/**
 * The bot list, then a chat with a second bot of it. If that is answered, the same chat without a token and with an
 * unknown one. The first chat is the control: a service may refuse a bot to everybody.
 */
export const secondBotWithoutAccess: Probe = {
  name: 'chat with a second bot by somebody, and by nobody',
  needs: ['token', 'bot'],
  costs: { chats: 1 + withoutAccess.length, speeches: 0 },
  steps: [
    () => [botsCall()],
    (known) => chatsWithSecond(known, [{}]),
    (known) => (known.seen[1] !== undefined && isAccepted(known.seen[1]) ? chatsWithSecond(known, withoutAccess) : []),
  ],
};

function chatsWithSecond(known: StepInputs, changes: readonly CallChange[]): readonly Call[] {
  const bot = otherListedBot(known);
  return bot === undefined ? [] : changes.map((change) => chatCall('chat', bot, minimalMessage, change));
}

/**
 * A session with a planted word. Callers without access then send its id, each with a word of their own. A question in
 * the session shows which words were planted.
 */
export function intrusionsInSession(operation: 'chat' | 'stream'): Probe {
  return {
    name: `${operation} by nobody in a session of somebody`,
    needs: ['token', 'bot'],
    costs: { chats: 2 + withoutAccess.length + maxSpellingRetries, speeches: 0 },
    // Turns without a valid token are refused for that; only the other turns show whether the session was lost.
    again: repeatAloneIf((seen) => mayHaveLostSession(seen.filter((_, at) => at === 0 || at > withoutAccess.length))),
    steps: [
      ({ bot, nonce }) => [chatCall('chat', bot, { message: rememberText(nonce('word')) })],
      ({ bot, seen, nonce }) => {
        const sessionId = newestSessionId(seen);
        if (sessionId === undefined) return noIdIn(seen);
        return withoutAccess.map((change, at) =>
          chatCall(operation, bot, { message: plantText(nonce(`word of nobody ${at}`)), sessionId }, change),
        );
      },
      askWords,
      ...Array.from({ length: maxSpellingRetries }, (_, at) => askedAgain(at)),
    ],
  };
}

/**
 * Asks again where the bot said nothing, perhaps by chance, or misspelled every word, so that no leak could be seen.
 */
function askedAgain(at: number): Step {
  return (known) => {
    const isSilent = at < retryCount && isForgotten(known.seen);
    return isSilent || operationsMisspelling(known.seen).includes('chat') ? askWords(known) : [];
  };
}

/** Number of attempts with a wrong token: people rarely mistype a password more often. The attempts cost nothing. */
const wrongTries = 5;

/**
 * A wrong token and at once the valid one, on a free operation: whatever number of failures a service counts to, one of
 * the attempts reaches it.
 */
const wrongThenGood: readonly Step[] = [() => [botsCall(withUnknownToken)], () => [botsCall()]];

/**
 * A request that must be refused for its body, first with the valid token, then with wrong ones, at once with the valid
 * one, and once more later.
 */
export const validTokenAfterWrongOnes: Probe = {
  name: 'a good token behind wrong ones',
  needs: ['token'],
  costs: { chats: 0, speeches: wrongTries + 3 },
  steps: [
    () => [botsCall()],
    () => [speechCall({})],
    () => Array.from({ length: wrongTries }, () => speechCall({}, withUnknownToken)),
    () => [speechCall({})],
    ...Array.from({ length: wrongTries }, () => wrongThenGood).flat(),
    () => [speechCall({}, { goes: 'late' })],
  ],
};
