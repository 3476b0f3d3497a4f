import { chatCall } from '../../model/calls.ts';
import type { Seen } from '../../model/check.ts';
import { headerOf, isSuccessStatus, type Exchange } from '../../model/exchange.ts';
import type { Call, Probe } from '../../model/probe.ts';
import { noIdIn, type SessionId } from '../../expectations/bodies/carries-session-id.ts';
import { isNotContinued, isOfAnotherSession } from '../../expectations/conversations/crowded-out.ts';
import { beginsSession } from '../../expectations/words/declined/now-and-then.ts';
import { timesAgain } from '../../expectations/words/remembers.ts';
import { goesOnIn } from './foreign-controls.ts';
import { destroyed, leaks, spokenInto } from './foreign-leaks.ts';
import { lockedOut, lockoutAgain } from './foreign-lockout.ts';
import { isAnswered, remembersIn, sessionOf, turnsIn, type By, type Turns } from './foreign-turns.ts';
import { question, tells, tellsAndAsks } from '../conversation.ts';
import { twoWorkspaces, type Party, type Two } from './two-workspaces.ts';

const speak = (by: By, { authorization, bot }: Party, message: string, sessionId?: SessionId): Call =>
  chatCall(by, bot, { message, ...(sessionId === undefined ? {} : { sessionId }) }, { authorization });

const speakForeign = (by: By, { authorization, bot }: Party, message: string, sessionId: SessionId): Call =>
  chatCall(by, bot, { message, sessionId }, { authorization, role: 'foreign' });

/** Both callers plant a word, each in a session of its own. */
function bothTell({ owner, intruder, nonce }: Two): readonly Call[] {
  return [speak('chat', owner, tells(nonce('word'))), speak('chat', intruder, tells(nonce('word of the intruder')))];
}

/**
 * Both ask for their words: a bot that shows no memory could not show a leak either. The owner plants another word with
 * the question, so that there is one in the turn right before each turn of the intruder: a bot may look back no
 * farther.
 */
function bothAsk(by: By): (two: Two) => readonly Call[] | { readonly stop: string } {
  return ({ owner, intruder, seen, nonce }) => {
    const refused = whyBotRefused(turnsIn(seen).own.told, intruder, seen);
    if (refused !== undefined) return { stop: refused };
    const [id, ownId] = [sessionOf(seen, 'owner'), sessionOf(seen, 'intruder')];
    if (id === undefined || ownId === undefined) return noIdIn(seen);
    const ownMessage = by === 'chat' ? tellsAndAsks(nonce('word of the intruder, in a chat')) : question;
    return [speak(by, owner, tellsAndAsks(nonce(`word in a ${by}`)), id), speak(by, intruder, ownMessage, ownId)];
  };
}

/**
 * A caller whose bot did not say the words asks again: a single such reply may be chance and does not show a lack of
 * memory. If the intruder's session may have made room for the one that began when it spoke as a stranger, the intruder
 * plants a word anew first.
 */
function silentAskAgain(by: By, at: number): (two: Two) => readonly Call[] | { readonly stop: string } {
  return ({ owner, intruder, seen, nonce }) => {
    const turns = turnsIn(seen);
    if (at === timesAgain && !hasBegunAnew(turns)) return [];
    const [id, ownId] = [sessionOf(seen, 'owner'), sessionOf(seen, 'intruder')];
    if (id === undefined || ownId === undefined) return noIdIn(seen);
    const remembers = remembersIn(turns, by);
    if (by === 'stream' && !remembers.intruder && isOwnCrowdedOut(turns))
      return [speak('chat', intruder, tells(nonce('word of the intruder, anew')))];
    const again = tellsAndAsks(nonce(`word in ${by} ${turns.tellings[by].length + 1}`));
    return [
      ...(remembers.owner ? [] : [speak(by, owner, again, id)]),
      ...(remembers.intruder ? [] : [speak(by, intruder, question, ownId)]),
    ];
  };
}

/**
 * The owner's id began another session for the intruder, who has begun none since: its own session may have been
 * dropped for it.
 */
function isOwnCrowdedOut({ foreign, ...turns }: Turns): boolean {
  return !hasBegunAnew(turns) && foreign.chat.some((turn) => isAnswered(turn) && isOfAnotherSession(turn));
}

function hasBegunAnew({ own }: Pick<Turns, 'own'>): boolean {
  return own.tellings.slice(1).some(beginsSession);
}

/** Statuses that are about the state of the bot, and not of whose it is (RFC 9110 15.5.10, RFC 4918 11.3). */
const statusesOfState: readonly number[] = [409, 423];

/** Why a chat with this bot was refused, and what to give. `seen`: all of the probe, as the first one may be refused in the same way with a bot of its own: then it is no matter of whose bot it is. */
export function whyBotRefused(told: Exchange | undefined, { bot, listed }: Party, seen: Seen): string | undefined {
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
function intruderSpeaks(by: By): (two: Two) => readonly Call[] | { readonly stop: string } {
  return ({ owner, intruder, seen, nonce }) => {
    const id = sessionOf(seen, 'owner');
    if (id === undefined) return noIdIn(seen);
    const message = tellsAndAsks(nonce(`word in a foreign ${by}`));
    const bots = [...new Set([intruder.bot, owner.bot])];
    return bots.map((bot) => speakForeign(by, { ...intruder, bot }, message, id));
  };
}

function ownerAsksAgain({ owner, seen }: Two): readonly Call[] | { readonly stop: string } {
  const id = sessionOf(seen, 'owner');
  return id === undefined ? noIdIn(seen) : [speak('chat', owner, question, id)];
}

/**
 * Both ask for their words once more: a reply without a word that was said before may be chance, or the bot forgets
 * after so many turns.
 */
function bothAskOn(two: Two): readonly Call[] | { readonly stop: string } {
  const turns = turnsIn(two.seen);
  if (!remembersIn(turns, 'chat').owner || goesOnIn(turns).length > 0) return [];
  const [id, ownId] = [sessionOf(two.seen, 'owner'), sessionOf(two.seen, 'intruder')];
  return id === undefined || ownId === undefined
    ? noIdIn(two.seen)
    : [speak('chat', two.owner, question, id), speak('chat', two.intruder, question, ownId)];
}

/**
 * True where either caller's turn in its own session was refused or began another session, no memory was shown or the
 * owner was locked out, and nothing leaked. How many sessions a service keeps is not shown (8.2), and the run has other
 * sessions with the same tokens.
 */
function mayBeCrowdedOut(seen: Seen): boolean {
  const turns = turnsIn(seen);
  if ([leaks('chat'), leaks('stream'), spokenInto].some((judge) => judge(seen).length > 0)) return false;
  const isShown = (['chat', 'stream'] as const).every((by) => Object.values(remembersIn(turns, by)).every(Boolean));
  if (isShown && goesOnIn(turns).length > 0 && lockedOut(seen).length === 0) return false;
  const foreign = new Set(Object.values(turns.foreign).flat());
  return seen.some((turn) => !foreign.has(turn) && isNotContinued(turn));
}

/** Two workspaces with a conversation each, and one continues the conversation of the other. */
export const foreignSession: Probe = twoWorkspaces({
  name: 'a session that another workspace continues',
  chats: 12 + 6 * timesAgain + lockoutAgain.length,
  steps: [
    bothTell,
    bothAsk('chat'),
    ...Array.from({ length: timesAgain }, (_, at) => silentAskAgain('chat', at)),
    intruderSpeaks('chat'),
    bothAsk('stream'),
    ...Array.from({ length: 1 + timesAgain }, (_, at) => silentAskAgain('stream', at)),
    intruderSpeaks('stream'),
    ownerAsksAgain,
    ...Array.from({ length: timesAgain }, () => bothAskOn),
    ...lockoutAgain,
  ],
  mayBeCrowdedOut,
  isLeak: (seen) =>
    [leaks('chat'), leaks('stream'), spokenInto, destroyed, lockedOut].some((judge) => judge(seen).length > 0),
});
