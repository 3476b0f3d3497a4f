import { chatCall, type CallChange } from '../../model/calls.ts';
import { isFailed, type Seen } from '../../model/check.ts';
import { byItselfIf, type Probe, type Step } from '../../model/probe.ts';
import { noIdIn, sessionIdIn } from '../../expectations/bodies/carries-session-id.ts';
import {
  keepsWhatItWasTold,
  lacksItsWord,
  place,
  refusesTurn,
} from '../../expectations/conversations/keeps-left-session.ts';
import { asksToRemember, question } from '../conversation.ts';
import { leaveRequest, wishEndingIn } from './probes.ts';

const begin =
  (label: string): Step =>
  ({ bot, nonce }) => [chatCall('chat', bot, { message: asksToRemember(nonce(label)) })];

type Turn = {
  readonly by: 'chat' | 'stream';
  readonly message: string;
  readonly at: number;
  readonly leaves?: Pick<CallChange, 'unusual'>;
};

/** Continues with the id of the first answer of a session. */
const goOn =
  ({ by, message, at, leaves = {} }: Turn): Step =>
  ({ bot, seen }) => {
    const begun = seen.slice(at, at + 1);
    const [sessionId] = begun.map(sessionIdIn);
    return sessionId === undefined ? noIdIn(begun) : [chatCall(by, bot, { message, sessionId }, leaves)];
  };

/** Only sent where a turn was refused or lacks a planted word (`isSo`), and there is a session to compare it with. */
const ifRefusedOrForgotten =
  (step: Step, isSo = (seen: Seen) => refusesTurn(seen) || lacksItsWord(seen)): Step =>
  (known) =>
    isSo(known.seen) && known.seen.slice(0, 1).every((begun) => sessionIdIn(begun) !== undefined) ? step(known) : [];

/** A probe of its own: the fate of a session must not block the checks of all streams. */
export const leftInSession: Probe = {
  name: 'a chat in a session of which a stream was left',
  needs: ['token', 'bot'],
  costs: { chats: Object.keys(place).length, speeches: 0 },
  pace: 'eachStepAlone',
  // A bot that declines every second question does so in these three, and not in the older session, once in sixteen
  // runs.
  again: byItselfIf((seen) => isFailed(keepsWhatItWasTold(seen))),
  steps: [
    begin('unleft'),
    begin('begun'),
    goOn({
      by: 'stream',
      message: `${leaveRequest}.`,
      at: place.begun,
      leaves: { unusual: { is: 'left', afterPieces: 1 } },
    }),
    // A service that finishes an aborted turn gets the time of a whole stream to do so.
    ({ bot, nonce }) => [chatCall('stream', bot, { message: wishEndingIn(nonce('meanwhile')) })],
    goOn({ by: 'chat', message: question, at: place.begun }),
    ifRefusedOrForgotten(goOn({ by: 'stream', message: `${leaveRequest}.`, at: place.unleft })),
    ifRefusedOrForgotten(goOn({ by: 'chat', message: question, at: place.unleft })),
    ifRefusedOrForgotten(goOn({ by: 'chat', message: question, at: place.begun })),
    ifRefusedOrForgotten(goOn({ by: 'chat', message: question, at: place.begun }), lacksItsWord),
  ],
};
