import { describe, expect, it } from 'vitest';
import { sentJson } from '../../bodies/sent-json.ts';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../model/exchange.ts';
import { refusedSessionsIn } from './refused-sessions.ts';

const authorization = [['Authorization', 'Bearer ${ASSAY_TOKEN}']] as const;

function turn(id: string, sessionId: string, isKept = true): Exchange {
  const [begun, message] = [id.endsWith('#1'), 'Hello!'];
  const body = isKept ? { sessionId, reply: 'Hello!' } : { error: { code: 'no_session', message: 'No such session.' } };
  const sent = begun ? { message } : { message, sessionId };
  const exchange = answered({ id, operation: 'chat', sent, body, status: isKept ? 200 : 404 });
  return { ...exchange, request: { ...exchange.request, headers: authorization } };
}

const sessions = (from: number, to: number, isKept: boolean) =>
  Array.from({ length: to - from }, (_, at) => from + at).flatMap((at) => [
    turn(`s${at}#1`, `s${at}`),
    turn(`s${at}#2`, `s${at}`, isKept),
  ]);

describe('sessions that are refused', () => {
  it('are counted among the turns that continue one', () => {
    expect(refusedSessionsIn([...sessions(0, 5, false), ...sessions(5, 20, true)])).toEqual({
      refusedSessions: { turns: 20, refused: 5, exchange: 's0#2' },
    });
  });
  it('are not told where they are few, or ids that nobody gave out', () => {
    expect(refusedSessionsIn([...sessions(0, 4, false), ...sessions(4, 20, true)])).toEqual({});
    expect(refusedSessionsIn([...sessions(0, 5, false), ...sessions(5, 120, true)])).toEqual({});
    const unknown = Array.from({ length: 9 }, (_, at) => turn(`x${at}#2`, `x${at}`, false));
    expect(refusedSessionsIn([...unknown, ...sessions(0, 9, true)])).toEqual({});
  });
  it('are told with how long sessions are kept, where their age alone tells which are refused', () => {
    const at = (exchange: Exchange, atMs: number): Exchange => ({
      ...exchange,
      startedAt: new Date(Date.UTC(2026, 0, 1) + atMs).toISOString(),
    });
    const aged = (from: number, to: number, isKept: boolean, atMs: number) =>
      sessions(from, to, isKept).map((each) => at(each, each.id.endsWith('#1') ? 0 : atMs));
    const kept = (all: readonly Exchange[]) => refusedSessionsIn(all).refusedSessions?.keptFor;
    expect(kept([...aged(0, 9, false, 2_003), ...aged(9, 20, true, 900)])).toEqual({ ms: 2_000, since: 'begun' });
    expect(kept([...aged(0, 9, false, 2_003), ...aged(9, 20, true, 2_900)])).toBeUndefined();
  });
  it('are not told of sessions with one id: the later takes the place of the other', () => {
    const two = sessions(0, 9, false).flatMap((each) => [each, { ...each, id: `again ${each.id}` }]);
    expect(refusedSessionsIn([...two, ...sessions(9, 20, true)])).toEqual({});
  });
  it('are not told of an operation that never succeeds', () => {
    const streamed = sessions(0, 9, false).map((each) =>
      each.id.endsWith('#1') ? each : { ...each, operation: 'stream' as const },
    );
    expect(refusedSessionsIn(streamed)).toEqual({});
    const served = answered({ id: 'served#1', operation: 'stream' });
    expect(refusedSessionsIn([...streamed, served]).refusedSessions?.refused).toBe(9);
  });
  it('are not told of turns with a flag that is refused without a session too', () => {
    const withFlags = (exchange: Exchange, flags: Readonly<Record<string, unknown>>): Exchange => {
      const body = Buffer.from(
        JSON.stringify({ ...(sentJson(exchange.request) as Record<string, unknown>), ...flags }),
      );
      return { ...exchange, request: { ...exchange.request, body } };
    };
    const flagged = sessions(0, 9, false).map((each) =>
      each.id.endsWith('#1') ? each : withFlags(each, { webSearch: true, useMcp: false }),
    );
    const refusedFirst = turn('first#1', '', false);
    const all = [...flagged, ...sessions(9, 20, true)];
    expect(refusedSessionsIn([...all, withFlags(refusedFirst, { webSearch: false })])).toEqual({});
    const more = { webSearch: true, includeCitations: true };
    expect(refusedSessionsIn([...all, withFlags(refusedFirst, more)]).refusedSessions?.refused).toBe(9);
    expect(refusedSessionsIn([...all, refusedFirst]).refusedSessions?.refused).toBe(9);
  });
});
