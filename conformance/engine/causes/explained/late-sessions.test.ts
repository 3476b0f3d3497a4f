import { describe, expect, it } from 'vitest';
import { answered } from '../../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { failure } from '../causes.testing.ts';
import { causesOf } from '../causes.ts';
import { lateSessionsIn } from './late-sessions.ts';

const noSession = { error: { code: 'no_session', message: 'No such session.', details: null } };

type Turn = { readonly name: string; readonly atMs: number; readonly begins?: true; readonly isRefused?: boolean };

function turn({ name, atMs, begins, isRefused = false }: Turn): Exchange {
  const exchange = answered({
    id: `${name}@${atMs}`,
    operation: 'chat',
    sent: { message: 'Hello!', ...(begins === true ? {} : { sessionId: name }) },
    ...(isRefused ? { status: 404, body: noSession } : { body: { sessionId: name, reply: 'Hello.' } }),
  });
  return {
    ...exchange,
    startedAt: new Date(Date.UTC(2026, 0, 1) + atMs).toISOString(),
    request: { ...exchange.request, headers: [['authorization', 'Bearer ${ASSAY_TOKEN}']] },
  };
}

/** Sessions whose later turns are refused and taken this many milliseconds after they began. */
const begun = (refusedAtMs: readonly number[], takenAtMs: readonly number[], count = 5): readonly Exchange[] =>
  Array.from({ length: count }, (_, at) => `session ${at}`).flatMap((name) => [
    turn({ name, atMs: 0, begins: true }),
    ...refusedAtMs.map((atMs) => turn({ name, atMs, isRefused: true })),
    ...takenAtMs.map((atMs) => turn({ name, atMs })),
  ]);

const failures = ['sessions.kept/while-older-go-on', 'sessions.continue/given-id-is-accepted-again'].map(
  (check, at) => {
    const [mismatch] = failure(check).mismatches;
    const exchange = `session ${at}@100`;
    return failure(check, {
      exchanges: [exchange],
      mismatches: mismatch === undefined ? [] : [{ ...mismatch, exchange }],
    });
  },
);

describe('sessions that are stored late', () => {
  it('are one cause, told with how soon their turns were refused, and led by the check of the next turn', () => {
    const found = lateSessionsIn(begun([100], [900]), failures);
    const causes = causesOf(failures, { judged: new Set(), known: [], ...(found && { explained: [found] }) });
    expect(causes.map(({ title, checks }) => ({ title, checks }))).toEqual([
      {
        title: 'a session is not known yet when its answer has come: 5 of 10 next turns were refused as of no session',
        checks: ['sessions.continue/given-id-is-accepted-again', 'sessions.kept/while-older-go-on'],
      },
    ]);
    expect(causes[0]?.counted).toContain('half of them within 0.10 s');
  });
  it.each([
    ['turns are refused late as well as soon, as by one of two servers', begun([100, 950], [150, 900])],
    ['none is taken once it was refused, as of sessions that ended', begun([900], [])],
    ['few are taken once they were refused', begun([100], [900], 2)],
    ['no failure shows such a turn', begun([101], [900])],
  ])('are not known where %s', (_, exchanges) => {
    expect(lateSessionsIn(exchanges, failures)).toBeUndefined();
  });
});
