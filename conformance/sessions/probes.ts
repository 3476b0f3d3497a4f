import { chatCall, nameOf } from '../core/calls.ts';
import type { Known, Need, Probe, Step } from '../core/probe.ts';
import { sessionIdIn } from '../expect/carries-session-id.ts';

/** One turn of a conversation. `first` continues with the newest id that the conversation gave. */
export type Turn = {
  readonly by: 'chat' | 'stream';
  readonly says: 'tells' | 'asks';
  readonly as?: 'token' | 'otherToken';
  readonly session: 'new' | 'first';
};

/** Turns one after the other: the first tells a word that nobody knows, later ones ask for it without naming it. */
export function conversation(...turns: readonly Turn[]): Probe {
  const bearers = [...new Set(turns.map(({ as = 'token' }) => as))];
  return {
    name: nameOf(
      'conversation',
      turns.map(({ by, says, as, session }) => [by, says, session, ...(as === undefined ? [] : [as])].join(' ')),
    ),
    needs: [...bearers, 'bot'] satisfies readonly Need[],
    costs: { chats: turns.length, speeches: 0 },
    steps: turns.map(stepOf),
  };
}

const stepOf =
  (turn: Turn): Step =>
  (known) => {
    const { session, by, as = 'token' } = turn;
    const message = { message: sentence(turn, known) };
    if (session === 'new') return [chatCall(by, known.bot, message, { as })];
    const sessionId = known.seen.map(sessionIdIn).findLast((id) => id !== undefined);
    if (sessionId === undefined) return { stop: 'the first reply carried no sessionId to continue with' };
    return [chatCall(by, known.bot, { ...message, sessionId }, { as })];
  };

function sentence({ says }: Turn, { nonce }: Known): string {
  return says === 'tells'
    ? `Please remember this word for me: ${nonce('word')}`
    : 'Which word did I ask you to remember earlier in this conversation? Please repeat it.';
}
