import { chatCall, type CallChange } from '../../model/calls.ts';
import { isFailed, type Exchanges } from '../../model/check.ts';
import { repeatAloneIf, type StepInputs, type Probe, type Step } from '../../model/probe.ts';
import { newestSessionId, noIdIn, sessionIdIn } from '../../expectations/bodies/carries-session-id.ts';
import { lacksOwnWord, repliesToOwnMessage } from '../../expectations/conversations/replies/replies-behind-left.ts';
import {
  isStillBusy,
  keepsPlantedWord,
  lacksPlantedWord,
  busyRetryMs,
  position,
  isQuestionRefused,
} from '../../expectations/conversations/keeps-left-session.ts';
import { rememberText, wordQuestion, plantAndAskText } from '../conversation.ts';
import { abortedStreamRequest, requestEndingIn } from './probes.ts';

const begin =
  (label: string): Step =>
  ({ bot, nonce }) => [chatCall('chat', bot, { message: rememberText(nonce(label)) })];

type Turn = {
  readonly by: 'chat' | 'stream';
  readonly message: string | ((nonce: StepInputs['nonce']) => string);
  readonly at: number;
  readonly leaves?: Pick<CallChange, 'unusual'>;
  readonly pauseMs?: number;
};

/** Positions of the turns of a session that may each give it another id, by the position of its first. */
const turnsFrom: Readonly<Record<number, readonly number[]>> = {
  [position.begun]: [position.begun, position.left],
  [position.unleft]: [position.unleft, position.unleftStream],
};

/** True where the stream that was left showed another id before its end than that of the chat before it. */
function showsAnotherId(seen: Exchanges): boolean {
  const [begun, left] = [position.begun, position.left].map((at) => seen.slice(at, at + 1).map(sessionIdIn)[0]);
  return left !== undefined && JSON.stringify(left) !== JSON.stringify(begun);
}

/**
 * The id of the first answer of a session, or the newest where the stream that was left showed one: a service may take
 * the newest alone. Where that is refused, the first again: a turn that was left may not have come about.
 */
function idsFor(seen: Exchanges, at: number): Exchanges {
  const isFirst = !showsAnotherId(seen) || (at === position.begun && isQuestionRefused(seen));
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
  goOn({
    by: 'stream',
    message: (nonce) => `${abortedStreamRequest}, and end with this word: ${nonce(label)}`,
    at,
    leaves,
  });

/** The question, with a word of its own: the reply to another message does not have that. */
const askWithWord = (at: number, label: string): Step =>
  goOn({ by: 'chat', message: (nonce) => plantAndAskText(nonce(label)), at });

/** What works on the turn that was left is given longer to end where the next one is refused for that. */
const askAgain: Step = (known) => {
  const pause = isStillBusy(known.seen) ? { pauseMs: busyRetryMs } : {};
  return goOn({ by: 'chat', message: wordQuestion, at: position.begun, ...pause })(known);
};

/** Only where a turn was refused or lacks what was told (`isSo`), and there is a session to compare it with. */
const ifRefusedOrForgotten =
  (
    step: Step,
    isSo = (seen: Exchanges) => isQuestionRefused(seen) || lacksPlantedWord(seen) || lacksOwnWord(seen),
  ): Step =>
  (known) =>
    isSo(known.seen) && known.seen.slice(0, 1).every((begun) => sessionIdIn(begun) !== undefined) ? step(known) : [];

/** A probe of its own: the fate of a session must not block the checks of all streams. */
export const streamLeftInSession: Probe = {
  name: 'a chat in a session of which a stream was left',
  needs: ['token', 'bot'],
  costs: { chats: Object.keys(position).length, speeches: 0 },
  pace: 'eachStepAlone',
  // A bot that declines every second question does so of these three, and not of the older session's, once in sixteen times.
  again: repeatAloneIf((seen) => isFailed(keepsPlantedWord(seen)) || isFailed(repliesToOwnMessage(seen))),
  steps: [
    begin('unleft'),
    begin('begun'),
    leave(position.begun, 'left', { unusual: { is: 'left', afterPieces: 1 } }),
    // Whoever finishes a turn that was left has the time of a whole stream for it.
    ({ bot, nonce }) => [chatCall('stream', bot, { message: requestEndingIn(nonce('meanwhile')) })],
    askWithWord(position.begun, 'behind the one left'),
    ifRefusedOrForgotten(leave(position.unleft, 'not left')),
    ifRefusedOrForgotten(askWithWord(position.unleft, 'behind the one not left')),
    ifRefusedOrForgotten(askAgain),
    ifRefusedOrForgotten(askAgain, (seen) => isStillBusy(seen) || lacksPlantedWord(seen)),
  ],
};
