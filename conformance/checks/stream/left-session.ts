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

/** Goes on with the id that the first answer of a session gave. */
const goOn =
  ({ by, message, at, leaves = {} }: Turn): Step =>
  ({ bot, seen }) => {
    const begun = seen.slice(at, at + 1);
    const [sessionId] = begun.map(sessionIdIn);
    return sessionId === undefined ? noIdIn(begun) : [chatCall(by, bot, { message, sessionId }, leaves)];
  };

/** Only where a turn was refused or lacks what was told (`isSo`), and there is a session to compare it with. */
const ifRefusedOrForgotten =
  (step: Step, isSo = (seen: Seen) => refusesTurn(seen) || lacksItsWord(seen)): Step =>
  (known) =>
    isSo(known.seen) && known.seen.slice(0, 1).every((begun) => sessionIdIn(begun) !== undefined) ? step(known) : [];

/** Its own probe: what becomes of a session keeps nothing from being judged that is about all streams. */
export const leftInSession: Probe = {
  name: 'a chat in a session of which a stream was left',
  needs: ['token', 'bot'],
  costs: { chats: Object.keys(place).length, speeches: 0 },
  pace: 'eachStepAlone',
  // A bot that declines every second question does so of these three, and not of the older session's, once in sixteen times.
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
    // Whoever finishes a turn that was left has the time of a whole stream for it.
    ({ bot, nonce }) => [chatCall('stream', bot, { message: wishEndingIn(nonce('meanwhile')) })],
    goOn({ by: 'chat', message: question, at: place.begun }),
    ifRefusedOrForgotten(goOn({ by: 'stream', message: `${leaveRequest}.`, at: place.unleft })),
    ifRefusedOrForgotten(goOn({ by: 'chat', message: question, at: place.unleft })),
    ifRefusedOrForgotten(goOn({ by: 'chat', message: question, at: place.begun })),
    ifRefusedOrForgotten(goOn({ by: 'chat', message: question, at: place.begun }), lacksItsWord),
  ],
};
