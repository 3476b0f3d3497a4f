import { chatCall, type CallChange } from '../../model/calls.ts';
import { isFailed, type Seen } from '../../model/check.ts';
import { byItselfIf, type Known, type Probe, type Step } from '../../model/probe.ts';
import { newestSessionId, noIdIn, sessionIdIn } from '../../expectations/bodies/carries-session-id.ts';
import { lacksOwnWord, repliesToItsOwn } from '../../expectations/conversations/replies/replies-behind-left.ts';
import {
  isBusyAgain,
  keepsWhatItWasTold,
  lacksItsWord,
  pauseWhereBusyMs,
  place,
  refusesTurn,
} from '../../expectations/conversations/keeps-left-session.ts';
import { asksToRemember, question, tellsAndAsks } from '../conversation.ts';
import { leaveRequest, wishEndingIn } from './probes.ts';

const begin =
  (label: string): Step =>
  ({ bot, nonce }) => [chatCall('chat', bot, { message: asksToRemember(nonce(label)) })];

type Turn = {
  readonly by: 'chat' | 'stream';
  readonly message: string | ((nonce: Known['nonce']) => string);
  readonly at: number;
  readonly leaves?: Pick<CallChange, 'unusual'>;
  readonly pauseMs?: number;
};

/** Positions of the turns of a session that may each give it another id, by the position of its first. */
const turnsFrom: Readonly<Record<number, readonly number[]>> = {
  [place.begun]: [place.begun, place.left],
  [place.unleft]: [place.unleft, place.unleftStream],
};

/** True where the stream that was left showed another id before its end than that of the chat before it. */
function showsAnotherId(seen: Seen): boolean {
  const [begun, left] = [place.begun, place.left].map((at) => seen.slice(at, at + 1).map(sessionIdIn)[0]);
  return left !== undefined && JSON.stringify(left) !== JSON.stringify(begun);
}

/**
 * The id of the first answer of a session, or the newest where the stream that was left showed one: a service may take
 * the newest alone. Where that is refused, the first again: a turn that was left may not have come about.
 */
function idsFor(seen: Seen, at: number): Seen {
  const isFirst = !showsAnotherId(seen) || (at === place.begun && refusesTurn(seen));
  return (isFirst ? [at] : (turnsFrom[at] ?? [])).flatMap((each) => seen[each] ?? []);
}

/** Continues the session that began at this position. */
const goOn =
  ({ by, message, at, leaves = {}, pauseMs }: Turn): Step =>
  ({ bot, seen, nonce }) => {
    const begun = idsFor(seen, at);
    const sessionId = newestSessionId(begun);
    if (sessionId === undefined) return noIdIn(begun);
    const text = typeof message === 'string' ? message : message(nonce);
    const call = chatCall(by, bot, { message: text, sessionId }, leaves);
    return [pauseMs === undefined ? call : { ...call, pauseMs }];
  };

const leave = (at: number, label: string, leaves: Pick<CallChange, 'unusual'> = {}): Step =>
  goOn({ by: 'stream', message: (nonce) => `${leaveRequest}, and end with this word: ${nonce(label)}`, at, leaves });

/** The question, with a word of its own: the reply to another message does not have that. */
const askWithWord = (at: number, label: string): Step =>
  goOn({ by: 'chat', message: (nonce) => tellsAndAsks(nonce(label)), at });

/** What works on the turn that was left is given longer to end where the next one is refused for that. */
const askAgain: Step = (known) => {
  const pause = isBusyAgain(known.seen) ? { pauseMs: pauseWhereBusyMs } : {};
  return goOn({ by: 'chat', message: question, at: place.begun, ...pause })(known);
};

/** Only where a turn was refused or lacks what was told (`isSo`), and there is a session to compare it with. */
const ifRefusedOrForgotten =
  (step: Step, isSo = (seen: Seen) => refusesTurn(seen) || lacksItsWord(seen) || lacksOwnWord(seen)): Step =>
  (known) =>
    isSo(known.seen) && known.seen.slice(0, 1).every((begun) => sessionIdIn(begun) !== undefined) ? step(known) : [];

/** A probe of its own: the fate of a session must not block the checks of all streams. */
export const leftInSession: Probe = {
  name: 'a chat in a session of which a stream was left',
  needs: ['token', 'bot'],
  costs: { chats: Object.keys(place).length, speeches: 0 },
  pace: 'eachStepAlone',
  // A bot that declines every second question does so of these three, and not of the older session's, once in sixteen times.
  again: byItselfIf((seen) => isFailed(keepsWhatItWasTold(seen)) || isFailed(repliesToItsOwn(seen))),
  steps: [
    begin('unleft'),
    begin('begun'),
    leave(place.begun, 'left', { unusual: { is: 'left', afterPieces: 1 } }),
    // Whoever finishes a turn that was left has the time of a whole stream for it.
    ({ bot, nonce }) => [chatCall('stream', bot, { message: wishEndingIn(nonce('meanwhile')) })],
    askWithWord(place.begun, 'behind the one left'),
    ifRefusedOrForgotten(leave(place.unleft, 'not left')),
    ifRefusedOrForgotten(askWithWord(place.unleft, 'behind the one not left')),
    ifRefusedOrForgotten(askAgain),
    ifRefusedOrForgotten(askAgain, (seen) => isBusyAgain(seen) || lacksItsWord(seen)),
  ],
};
