import { chatCall } from '../../../model/calls.ts';
import { repeatAloneIf, isWorthRepeating, type Probe, type Step } from '../../../model/probe.ts';
import { newestSessionId, sessionIdIn, type SessionId } from '../../../expectations/bodies/carries-session-id.ts';
import { sessionEndOf, compareEnds, firstAndSecondSession } from '../../../expectations/conversations/endings/ended.ts';
import { rememberText, wordQuestion } from '../../conversation.ts';

/**
 * The turn at place `at` of the second session, where the first had so many `turns` before its end: it plants a word,
 * or asks for the planted ones.
 */
type TurnAt = (at: number, turns: number) => { readonly by: 'chat' | 'stream'; readonly tells: boolean };

/**
 * Longest first session that is repeated: in a longer one the first session shows by itself what the probe is about.
 */
const mostTurns = 5;
/**
 * Number of turns of the second session beyond the end of the first. Two, since a session may end by time, and this one
 * may be sent faster.
 */
const turnsBehind = 2;

/**
 * Where a session is refused from some turn on, sends another chat of it, and one under its first id where it has
 * several. Then it sends a second session, which shows whether sessions end there (8.2: how long they last is not
 * shown) or one was lost. The second session has other turns, so that it shows what the first could not reach.
 */
export function withSecondSession(whole: Probe, turnAt: TurnAt): Probe {
  const steps: readonly Step[] = [
    oneMore(({ seen }) => newestSessionId(seen)),
    oneMore(({ seen }) => firstIdUnlessNewest(seen)),
    ...Array.from({ length: mostTurns + turnsBehind }, (_, at) => turnOfSecond(at, turnAt)),
  ];
  return {
    ...whole,
    again: repeatAloneIf((seen) => {
      const [first] = firstAndSecondSession(seen);
      return compareEnds(seen)?.is !== 'alike' && isWorthRepeating(whole, first);
    }),
    costs: { ...whole.costs, chats: whole.costs.chats + steps.length },
    steps: [...whole.steps, ...steps],
  };
}

function oneMore(idOf: (known: Parameters<Step>[0]) => SessionId | undefined): Step {
  return (known) => {
    const sessionId = sessionEndOf(known.seen) === undefined ? undefined : idOf(known);
    return sessionId === undefined ? [] : [chatCall('chat', known.bot, { message: wordQuestion, sessionId })];
  };
}

function firstIdUnlessNewest(seen: Parameters<typeof newestSessionId>[0]): SessionId | undefined {
  const [first] = seen.map(sessionIdIn);
  return JSON.stringify(first) === JSON.stringify(newestSessionId(seen)) ? undefined : first;
}

function turnOfSecond(at: number, turnAt: TurnAt): Step {
  return ({ bot, seen, nonce }) => {
    const [first, second] = firstAndSecondSession(seen);
    const turns = sessionEndOf(first)?.taken.length ?? 0;
    if (turns === 0 || turns > mostTurns || at >= turns + turnsBehind || second.length < at) return [];
    if (sessionEndOf(second) !== undefined) return [];
    const { by, tells } = at < turns ? turnAt(at, turns) : ({ by: 'chat', tells: false } as const);
    const message = tells ? rememberText(nonce(`word ${at} of a second session`)) : wordQuestion;
    if (at === 0) return [chatCall(by, bot, { message })];
    const sessionId = newestSessionId(second);
    return sessionId === undefined ? [] : [chatCall(by, bot, { message, sessionId })];
  };
}
