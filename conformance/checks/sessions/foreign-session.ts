import { chatCall } from '../../model/calls.ts';
import type { Exchanges } from '../../model/check.ts';
import { headerOf, isSuccessStatus, type Exchange } from '../../model/exchange.ts';
import type { Call, Probe } from '../../model/probe.ts';
import { noIdIn, type SessionId } from '../../expectations/bodies/carries-session-id.ts';
import { isDiscontinued, hasOtherSessionId } from '../../expectations/conversations/evicted-sessions.ts';
import { beginsSession } from '../../expectations/words/declined/may-have-declined.ts';
import { retryCount } from '../../expectations/words/remembers.ts';
import { continuationIn } from './foreign-controls.ts';
import { lossMismatches, leakMismatches, intrusionMismatches } from './foreign-leaks.ts';
import { lockoutMismatches, lockoutRetry } from './foreign-lockout.ts';
import {
  isAnsweredTurn,
  memoryShownIn,
  newestSessionOf,
  foreignSessionTurnsIn,
  type ChatOperation,
  type ForeignSessionTurns,
} from './foreign-turns.ts';
import { wordQuestion, plantText, plantAndAskText } from '../conversation.ts';
import { twoWorkspaces, type Caller, type CallerPair } from './two-workspaces.ts';

const speak = (by: ChatOperation, { authorization, bot }: Caller, message: string, sessionId?: SessionId): Call =>
  chatCall(by, bot, { message, ...(sessionId === undefined ? {} : { sessionId }) }, { authorization });

const speakForeign = (by: ChatOperation, { authorization, bot }: Caller, message: string, sessionId: SessionId): Call =>
  chatCall(by, bot, { message, sessionId }, { authorization, role: 'foreign' });

/** Both callers plant a word, each in a session of its own. */
function bothTell({ owner, intruder, nonce }: CallerPair): readonly Call[] {
  return [
    speak('chat', owner, plantText(nonce('word'))),
    speak('chat', intruder, plantText(nonce('word of the intruder'))),
  ];
}

/**
 * Both ask for their words: a bot that shows no memory could not show a leak either. The owner plants another word with
 * the question, so that there is one in the turn right before each turn of the intruder: a bot may look back no
 * farther.
 */
function bothAsk(by: ChatOperation): (two: CallerPair) => readonly Call[] | { readonly stop: string } {
  return ({ owner, intruder, seen, nonce }) => {
    const refused = whyBotIsRefused(foreignSessionTurnsIn(seen).own.told, intruder, seen);
    if (refused !== undefined) return { stop: refused };
    const [id, ownId] = [newestSessionOf(seen, 'owner'), newestSessionOf(seen, 'intruder')];
    if (id === undefined || ownId === undefined) return noIdIn(seen);
    const ownMessage = by === 'chat' ? plantAndAskText(nonce('word of the intruder, in a chat')) : wordQuestion;
    return [speak(by, owner, plantAndAskText(nonce(`word in a ${by}`)), id), speak(by, intruder, ownMessage, ownId)];
  };
}

/**
 * A caller whose bot did not say the words asks again: a single such reply may be chance and does not show a lack of
 * memory. If the intruder's session may have made room for the one that began when it spoke as a stranger, the intruder
 * plants a word anew first.
 */
function silentAskAgain(
  by: ChatOperation,
  at: number,
): (two: CallerPair) => readonly Call[] | { readonly stop: string } {
  return ({ owner, intruder, seen, nonce }) => {
    const turns = foreignSessionTurnsIn(seen);
    if (at === retryCount && !hasBegunAnew(turns)) return [];
    const [id, ownId] = [newestSessionOf(seen, 'owner'), newestSessionOf(seen, 'intruder')];
    if (id === undefined || ownId === undefined) return noIdIn(seen);
    const remembers = memoryShownIn(turns, by);
    if (by === 'stream' && !remembers.intruder && isOwnCrowdedOut(turns))
      return [speak('chat', intruder, plantText(nonce('word of the intruder, anew')))];
    const again = plantAndAskText(nonce(`word in ${by} ${turns.tellings[by].length + 1}`));
    return [
      ...(remembers.owner ? [] : [speak(by, owner, again, id)]),
      ...(remembers.intruder ? [] : [speak(by, intruder, wordQuestion, ownId)]),
    ];
  };
}

/**
 * The owner's id began another session for the intruder, who has begun none since: its own session may have been
 * dropped for it.
 */
function isOwnCrowdedOut({ foreign, ...turns }: ForeignSessionTurns): boolean {
  return !hasBegunAnew(turns) && foreign.chat.some((turn) => isAnsweredTurn(turn) && hasOtherSessionId(turn));
}

function hasBegunAnew({ own }: Pick<ForeignSessionTurns, 'own'>): boolean {
  return own.tellings.slice(1).some(beginsSession);
}

/** Statuses that are about the state of the bot, and not of whose it is (RFC 9110 15.5.10, RFC 4918 11.3). */
const statusesOfState: readonly number[] = [409, 423];

/** Why a chat with this bot was refused, and what to give. `seen`: all of the probe, as the first one may be refused in the same way with a bot of its own: then it is no matter of whose bot it is. */
export function whyBotIsRefused(
  told: Exchange | undefined,
  { bot, listed }: Caller,
  seen: Exchanges,
): string | undefined {
  if (told?.response.is !== 'answer' || isSuccessStatus(told.response.status)) return undefined;
  const { status } = told.response;
  const came = `the other workspace got status ${status} to a chat with the bot ${JSON.stringify(bot)}`;
  if (status === 401) return `${came}: give a --other-token that works`;
  const isOfAll = seen.some(
    ({ operation, request, response }) =>
      operation === told.operation &&
      response.is === 'answer' &&
      response.status === status &&
      request.url !== told.request.url &&
      headerOf(request.headers, 'authorization') !== headerOf(told.request.headers, 'authorization'),
  );
  if (isOfAll) return `${came}, and so did the first one with its own: see why chats are refused`;
  if (listed === 'none')
    return `${came}, and its own GET /v1/bots listed none: see whether that list should be empty, or give a bot of its own with --other-bot`;
  if (listed === 'this' && statusesOfState.includes(status))
    return `${came}, which GET /v1/bots lists for it: it may be a draft, or archived; give one that takes chats with --other-bot`;
  return listed === 'this'
    ? `${came}, which GET /v1/bots lists for it: see whether that is the list of another caller, as of a cache, or give a bot of its own with --other-bot`
    : `${came}: give a bot of its own with --other-bot`;
}

/**
 * The intruder speaks in the owner's session, with its own bot, and also with the owner's where that is another one.
 */
function intruderSpeaks(by: ChatOperation): (two: CallerPair) => readonly Call[] | { readonly stop: string } {
  return ({ owner, intruder, seen, nonce }) => {
    const id = newestSessionOf(seen, 'owner');
    if (id === undefined) return noIdIn(seen);
    const message = plantAndAskText(nonce(`word in a foreign ${by}`));
    const bots = [...new Set([intruder.bot, owner.bot])];
    return bots.map((bot) => speakForeign(by, { ...intruder, bot }, message, id));
  };
}

function ownerAsksAgain({ owner, seen }: CallerPair): readonly Call[] | { readonly stop: string } {
  const id = newestSessionOf(seen, 'owner');
  return id === undefined ? noIdIn(seen) : [speak('chat', owner, wordQuestion, id)];
}

/**
 * Both ask for their words once more: a reply without a word that was said before may be chance, or the bot forgets
 * after so many turns.
 */
function bothAskOn(two: CallerPair): readonly Call[] | { readonly stop: string } {
  const turns = foreignSessionTurnsIn(two.seen);
  if (!memoryShownIn(turns, 'chat').owner || continuationIn(turns).length > 0) return [];
  const [id, ownId] = [newestSessionOf(two.seen, 'owner'), newestSessionOf(two.seen, 'intruder')];
  return id === undefined || ownId === undefined
    ? noIdIn(two.seen)
    : [speak('chat', two.owner, wordQuestion, id), speak('chat', two.intruder, wordQuestion, ownId)];
}

/**
 * True where either caller's turn in its own session was refused or began another session, no memory was shown or the
 * owner was locked out, and nothing leaked. How many sessions a service keeps is not shown (8.2), and the run has other
 * sessions with the same tokens.
 */
function mayBeCrowdedOut(seen: Exchanges): boolean {
  const turns = foreignSessionTurnsIn(seen);
  if ([leakMismatches('chat'), leakMismatches('stream'), intrusionMismatches].some((judge) => judge(seen).length > 0))
    return false;
  const isShown = (['chat', 'stream'] as const).every((by) => Object.values(memoryShownIn(turns, by)).every(Boolean));
  if (isShown && continuationIn(turns).length > 0 && lockoutMismatches(seen).length === 0) return false;
  const foreign = new Set(Object.values(turns.foreign).flat());
  return seen.some((turn) => !foreign.has(turn) && isDiscontinued(turn));
}

/** Two workspaces with a conversation each, and one continues the conversation of the other. */
export const foreignSession: Probe = twoWorkspaces({
  name: 'a session that another workspace continues',
  chats: 12 + 6 * retryCount + lockoutRetry.length,
  steps: [
    bothTell,
    bothAsk('chat'),
    ...Array.from({ length: retryCount }, (_, at) => silentAskAgain('chat', at)),
    intruderSpeaks('chat'),
    bothAsk('stream'),
    ...Array.from({ length: 1 + retryCount }, (_, at) => silentAskAgain('stream', at)),
    intruderSpeaks('stream'),
    ownerAsksAgain,
    ...Array.from({ length: retryCount }, () => bothAskOn),
    ...lockoutRetry,
  ],
  mayBeEvicted: mayBeCrowdedOut,
  isLeak: (seen) =>
    [leakMismatches('chat'), leakMismatches('stream'), intrusionMismatches, lossMismatches, lockoutMismatches].some(
      (judge) => judge(seen).length > 0,
    ),
});
