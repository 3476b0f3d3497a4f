import { chatCall, nameOfProbe } from '../../model/calls.ts';
import type { Expectation, Exchanges } from '../../model/check.ts';
import { isAccepted } from '../../model/exchange.ts';
import { repeatAloneIf, type Probe, type Step } from '../../model/probe.ts';
import { sessionIdIn } from '../../expectations/bodies/carries-session-id.ts';
import { hasRefusedContinuation } from '../../expectations/conversations/evicted-sessions.ts';
import { onCall } from '../../expectations/judged-as.ts';
import { wrapExpectation } from '../../expectations/on-answer.ts';
import { isSuccess } from '../../expectations/statuses/is-success.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Number of chats that begin at once, and the places of the calls behind them; those from `begun` on are sent only
 * where `next` is refused.
 */
const many = 2;
const place = { next: 2, begun: 3, plainly: 4, flagged: 5, unflagged: 6, control: 7 };

/**
 * Sends each of these bodies as a chat that begins a conversation, and continues the first conversation that has an id,
 * without flags. Where that is refused, the same is sent again by itself, then with the flags, and then in a
 * conversation without flags: a service may keep only the newest session, or keep a session with flags only for chats
 * that set them. Where one of these is refused too, all of them are sent without a pause: otherwise sessions of other
 * probes may have replaced some of them.
 */
export function chatsBegunWithFlags(bodies: readonly Fields[]): Probe {
  const send = (at: number, bodyIn: (seen: Exchanges) => Fields | undefined): Step => {
    return ({ bot, seen }) => {
      const isRefused = seen[place.next] !== undefined && !seen.slice(place.next, place.begun).every(isAccepted);
      const body = seen.length === at && (at === place.next || isRefused) ? bodyIn(seen) : undefined;
      return body === undefined ? [] : [chatCall('chat', bot, body)];
    };
  };
  const goOn = (
    at: number,
    begunAt: (seen: Exchanges) => number,
    flagsIn?: (seen: Exchanges) => Fields | undefined,
  ): Step =>
    send(at, (seen) => {
      const sessionId = seen.slice(begunAt(seen)).map(sessionIdIn)[0];
      return sessionId === undefined ? undefined : { ...flagsIn?.(seen), message: 'Hello again!', sessionId };
    });
  const first = (seen: Exchanges): Fields | undefined => bodies[firstBegun(seen)];
  return {
    name: nameOfProbe('chat with each of, and the next in the session of the first', bodies),
    needs: ['token', 'bot'],
    costs: { chats: Object.keys(place).length + many, speeches: 0 },
    again: repeatAloneIf((seen) =>
      hasRefusedContinuation(seen.filter((_, at) => at === place.plainly || at === place.control)),
    ),
    steps: [
      ({ bot }) => bodies.map((body) => chatCall('chat', bot, body)),
      goOn(place.next, firstBegun),
      send(place.begun, first),
      goOn(place.plainly, () => place.begun),
      goOn(place.flagged, () => place.begun, first),
      send(place.unflagged, () => ({ message: 'Hello!' })),
      goOn(place.control, () => place.unflagged),
    ],
  };
}

function firstBegun(seen: Exchanges): number {
  const at = seen.slice(0, many).findIndex((exchange) => sessionIdIn(exchange) !== undefined);
  return at === -1 ? many : at;
}

/** Judges only the chats that began at once. */
export function onFirstChats(expectation: Expectation): Expectation {
  return wrapExpectation(expectation, (seen) => expectation(seen.slice(0, many)));
}

/**
 * The next chat is accepted. Whether a chat with flags is answered at all, and what flags mean for a session, is open
 * (2.2).
 */
export const acceptsIdOfFlaggedChat: Expectation = (seen) => {
  if (firstBegun(seen) === many)
    return { inconclusive: 'no chat with option flags was answered with a sessionId', isUnspecified: true };
  const [next, plainly, flagged, control] = [place.next, place.plainly, place.flagged, place.control].map(
    (at) => seen[at],
  );
  if ([next, plainly].some((turn) => turn !== undefined && isAccepted(turn))) return [];
  if (flagged !== undefined && isAccepted(flagged))
    return {
      inconclusive:
        'a conversation that began with option flags goes on with these flags only, and what they mean is not shown (2.2)',
      isUnspecified: true,
    };
  if (control === undefined || !isAccepted(control))
    return { inconclusive: 'a conversation without option flags did not go on beside it either' };
  return onCall(place.plainly, isSuccess)(seen);
};
