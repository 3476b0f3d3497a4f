import { unknownToken } from '../../model/mutated-tokens.ts';
import { leastMessage } from '../chat/probes.ts';
import { askOn, asksToRemember, tells } from '../conversation.ts';
import { botsCall, chatCall, speechCall, type CallChange } from '../../model/calls.ts';
import { byItselfIf, placeholders, type Call, type Known, type Probe, type Step } from '../../model/probe.ts';
import { closing } from '../../http/raw-text.ts';
import { mayHaveLostSession } from '../../expectations/conversations/crowded-out.ts';
import { newestSessionId, noIdIn } from '../../expectations/bodies/carries-session-id.ts';
import { isTaken } from '../../model/exchange.ts';
import { isForgotten, mostForSpelling, timesAgain } from '../../expectations/words/remembers.ts';
import { asksMisspelled } from '../../expectations/words/memory/memory-shown.ts';
import { secondOf } from '../sessions/second-bot.ts';
import { bodyOf, headOf, lengthOf, withRaw } from '../transport/probes.ts';

/** Names that interfaces give to a token in the query; the first is that of RFC 6750 2.3. */
const names = ['access_token', 'token', 'api_key', 'apiKey', 'key'] as const;

/** The path alone carries the token, as some interfaces allow; no Authorization header. */
export const tokenInQuery: CallChange = {
  as: 'none',
  query: `?${names.map((name) => `${name}=${placeholders.token}`).join('&')}`,
};

const boundary = 'assay-form-boundary';

/** The same fields as each type of body that a web framework may read by itself, and JSON under another name. */
export function bodiesOf(fields: Readonly<Record<string, string>>): readonly BodyOfType[] {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return [
    { raw: new URLSearchParams(fields).toString(), contentType: 'application/x-www-form-urlencoded' },
    { raw: `${parts.join('')}--${boundary}--\r\n`, contentType: `multipart/form-data; boundary=${boundary}` },
    { raw: JSON.stringify(fields), contentType: 'text/plain' },
  ];
}

type BodyOfType = { readonly raw: string; readonly contentType: string };

/** Two chats on one connection that is kept, the second without a token: a service that answers it may charge it. */
export const thenWithoutToken: Probe = {
  name: 'chat with its token, then without one on the same connection',
  needs: ['token', 'bot'],
  costs: { chats: 2, speeches: 0 },
  steps: [
    ({ bot }) => {
      const call = chatCall('chat', bot, leastMessage);
      const next = chatCall('chat', bot, leastMessage, { as: 'none' });
      const sends = [headOf(call, lengthOf(call)), headOf(next, lengthOf(next), closing)];
      const bodies = [bodyOf(call), bodyOf(next)];
      return [withRaw(call, { sends: sends.map((head, at) => head + bodies[at]), answers: 2, inTurn: true })];
    },
  ],
};

export const withUnknownToken = { authorization: `Bearer ${unknownToken}` } as const;

/** No token at all, and one that nobody has. */
const withoutAccess: readonly CallChange[] = [{ as: 'none' }, withUnknownToken];
/** The places of their calls among the answers of `inSession`: behind the turn that begins it. */
export const placesWithoutAccess: readonly number[] = withoutAccess.map((_, at) => at + 1);

/**
 * The list, a chat with another bot of it than that of the run, and where that is answered the same for each who has no
 * access: a bot may be refused to everybody for what it is.
 */
export const secondBotByNobody: Probe = {
  name: 'chat with a second bot by somebody, and by nobody',
  needs: ['token', 'bot'],
  costs: { chats: 1 + withoutAccess.length, speeches: 0 },
  steps: [
    () => [botsCall()],
    (known) => chatsWithSecond(known, [{}]),
    (known) => (known.seen[1] !== undefined && isTaken(known.seen[1]) ? chatsWithSecond(known, withoutAccess) : []),
  ],
};

function chatsWithSecond(known: Known, changes: readonly CallChange[]): readonly Call[] {
  const bot = secondOf(known);
  return bot === undefined ? [] : changes.map((change) => chatCall('chat', bot, leastMessage, change));
}

/**
 * A session of the caller's own with a word, others who bring its id in the place of a token and a word of their own, and
 * the question which words were told.
 */
export function inSession(operation: 'chat' | 'stream'): Probe {
  return {
    name: `${operation} by nobody in a session of somebody`,
    needs: ['token', 'bot'],
    costs: { chats: 2 + withoutAccess.length + mostForSpelling, speeches: 0 },
    // Whoever comes without a token is refused for that; the other turns have it.
    again: byItselfIf((seen) => mayHaveLostSession(seen.filter((_, at) => at === 0 || at > withoutAccess.length))),
    steps: [
      ({ bot, nonce }) => [chatCall('chat', bot, { message: asksToRemember(nonce('word')) })],
      ({ bot, seen, nonce }) => {
        const sessionId = newestSessionId(seen);
        if (sessionId === undefined) return noIdIn(seen);
        return withoutAccess.map((change, at) =>
          chatCall(operation, bot, { message: tells(nonce(`word of nobody ${at}`)), sessionId }, change),
        );
      },
      askOn,
      ...Array.from({ length: mostForSpelling }, (_, at) => askedAgain(at)),
    ],
  };
}

/** Where nothing was said, by a whim perhaps, or where all that was said was misspelled, so that no leak could be seen. */
function askedAgain(at: number): Step {
  return (known) => {
    const isSilent = at < timesAgain && isForgotten(known.seen);
    return isSilent || asksMisspelled(known.seen).includes('chat') ? askOn(known) : [];
  };
}

/** Many guess a password no more often; nothing of it is charged. */
const wrongTries = 5;

/** One wrong token, and at once the good one, at what costs nothing: however many a service counts, one of them is its last. */
const wrongThenGood: readonly Step[] = [() => [botsCall(withUnknownToken)], () => [botsCall()]];

/**
 * A request that has to be refused for its body, by a good token: then by wrong ones, at once by the good one, and later.
 */
export const behindWrongOnes: Probe = {
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
