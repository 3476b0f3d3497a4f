import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { isoOf } from '../../../model/moment.ts';
import { placeholders } from '../../../model/probe.ts';
import { causesOf } from '../causes.ts';
import { failure } from '../causes.testing.ts';
import { stuckSessionsIn } from './stuck-sessions.ts';

const beganMs = 1_700_000_000_000;

/** A turn of a session, `atS` seconds after the run began; `begun` for the turn that begins the session. */
function turn(session: string, atS: number, came: 'begun' | 'answered' | 'silence' | 'silent stream'): Exchange {
  const sent = { message: 'Hello!', ...(came !== 'begun' && { sessionId: session }) };
  const body = { sessionId: session, reply: 'Hello.' };
  const stream = { operation: 'stream', ending: 'timeout', body: 'data: {}\n\n', sent } as const;
  const chat = came === 'silence' ? unanswered('timeout', 'chat') : answered({ operation: 'chat', sent, body });
  const exchange = came === 'silent stream' ? answered(stream) : chat;
  return {
    ...exchange,
    id: `${session} at ${atS}#1`,
    startedAt: isoOf(beganMs + 1_000 * atS),
    response: { ...exchange.response, endedAtMs: came.startsWith('silen') ? 5_000 : 3 },
    request: {
      ...exchange.request,
      headers: [['Authorization', `Bearer ${placeholders.token}`]],
      body: Buffer.from(JSON.stringify(sent)),
    },
  };
}

const stuckOne = (session: string, atS: number): readonly Exchange[] => [
  turn(session, atS, 'begun'),
  turn(session, atS + 1, 'silent stream'),
  turn(session, atS + 2, 'silence'),
];
const stuck = ['a', 'b', 'c'].flatMap((session, at) => stuckOne(session, 10 * at));
const failed = ['chat.flags/x', 'stream.response/y', 'sessions.continue/z'].map((check, at) => {
  const exchange = stuck[3 * at + 1]?.id ?? '';
  const none = failure(check, { subject: 'answer', expected: 'an HTTP response', observed: 'no response header' });
  return { ...none, mismatches: none.mismatches.map((each) => ({ ...each, exchange })), exchanges: [exchange] };
});

describe('sessions that are answered nothing more', () => {
  it('are one cause of whatever was asked in them, with the last answer before', () => {
    const found = stuckSessionsIn(stuck, failed);
    const judged = new Set(failed.map(({ check }) => check));
    const [cause, ...others] = causesOf(failed, { judged, known: [], explained: found === undefined ? [] : [found] });
    expect(others).toEqual([]);
    expect(cause?.title).toBe(
      'answers nothing more in a session: 6 turns of 3 sessions waited in vain, and those that begin one were answered',
    );
    expect(cause?.checks[0]).toBe('sessions.continue/z');
    expect(cause?.counted).toContain('The last answer in this one is that of c at 20#1.');
  });
  it.each([
    ['few are', stuck.slice(3)],
    ['one goes on later', [...stuck, turn('d', 50, 'begun'), turn('d', 51, 'answered')]],
    [
      'none is begun any more',
      stuck.filter((each) => ['a', 'b', 'c'].every((name) => each.id !== `${name} at ${name === 'b' ? 10 : 20}#1`)),
    ],
    ['it goes on itself', [...stuck, turn('c', 40, 'answered')]],
  ])('are none where %s', (_, exchanges) => {
    expect(stuckSessionsIn(exchanges, failed)).toBeUndefined();
  });
});
