import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../model/exchange.ts';
import { answered } from '../sample-exchange.testing.ts';
import { keepsNewerSessions } from './newer-are-kept.ts';

/** Each is sent one second after the one before it, and takes three milliseconds. */
function inTurn(...seen: readonly Exchange[]): readonly Exchange[] {
  const headers = [['Authorization', 'Bearer ${ASSAY_TOKEN}']] as const;
  return seen.map((exchange, at) => ({
    ...exchange,
    startedAt: `2026-01-01T00:00:${String(at).padStart(2, '0')}.000Z`,
    request: { ...exchange.request, headers },
  }));
}
const begins = (sessionId: string, more: object = {}): Exchange =>
  answered({ id: `${sessionId}#begin`, operation: 'chat', sent: { message: 'Hello!', ...more }, body: { sessionId } });
const goesOn = (sessionId: string, id = `${sessionId}#next`): Exchange =>
  answered({ id, operation: 'chat', sent: { message: 'On.', sessionId }, body: { sessionId } });
const refused = (sessionId: string, status = 404, body: Readonly<Record<string, unknown>> = { error: {} }): Exchange =>
  answered({ id: `${sessionId}#refused`, operation: 'chat', status, sent: { message: 'On.', sessionId }, body });
/** The same with another member in its request, for which a service may refuse it with the same status. */
const refusedAs = (sessionId: string, sent: object): Exchange => {
  const body = Buffer.from(JSON.stringify({ message: 'On.', sessionId, ...sent }));
  const exchange = refused(sessionId);
  return { ...exchange, request: { ...exchange.request, body } };
};
const url = 'http://127.0.0.1/v1/bots';
const judged = (...seen: readonly Exchange[]) => keepsNewerSessions(inTurn(...seen));

describe('sessions that are kept', () => {
  it('are not refused while an older one goes on', () => {
    expect(judged(begins('a'), begins('b'), refused('b'), goesOn('a'))).toEqual([
      {
        subject: 'session',
        expected: 'success: last used 1.0 s before, while a#next goes on with an older session after 3.0 s',
        observed: 'status 404, {"error":{}}',
        kind: { observed: 'a session is refused while older ones go on' },
        exchange: 'b#refused',
        restsOn: ['b#begin', 'a#begin', 'a#next'],
      },
    ]);
    const many = ['c', 'd', 'e'].map((id) => begins(id));
    expect(judged(begins('a'), begins('b'), begins('x'), refused('b'), ...many, goesOn('a'))).toHaveLength(1);
    const says = { error: { message: 'There is no such session' } };
    expect(judged(begins('a'), begins('b'), refused('b', 422, says), goesOn('a'))).toHaveLength(1);
  });
  it.each<[string, readonly Exchange[]]>([
    ['one that is older itself', [begins('a'), begins('b'), refused('a'), goesOn('b')]],
    ['one behind which nothing goes on', [begins('a'), begins('b'), goesOn('a'), refused('b')]],
    ['one that was used longer ago', [begins('a'), begins('b'), goesOn('a', 'a#2'), refused('b'), goesOn('a')]],
    ['one with more turns', [begins('a'), begins('b'), goesOn('b'), refused('b'), goesOn('a')]],
    ['one that began in another way', [begins('a'), begins('b', { useMcp: true }), refused('b'), goesOn('a')]],
    ['one that is locked', [begins('a'), begins('b'), refused('b', 423, { error: 'session locked' }), goesOn('a')]],
    [
      'one behind which a fourth as many others began',
      [begins('a'), begins('b'), begins('c'), refused('b'), begins('d'), goesOn('a')],
    ],
    [
      'one behind which others of another bot began',
      [
        begins('a'),
        begins('b'),
        { ...begins('c'), request: { ...begins('c').request, url: `${url}/other/chat` } },
        refused('b'),
        goesOn('a'),
      ],
    ],
    ['a request that is wrong', [begins('a'), begins('b'), refused('b', 400), goesOn('a')]],
    ...[{ message: null }, { message: ' ' }, { useMcp: 'yes' }, { message: 'a'.repeat(1000) }].map(
      (sent): [string, readonly Exchange[]] => [
        `one that is asked with ${JSON.stringify(sent).slice(0, 30)}`,
        [begins('a'), begins('b'), refusedAs('b', sent), goesOn('a')],
      ],
    ),
    [
      'one of which a turn was refused before',
      [begins('a'), begins('b'), refused('b', 400), refused('b'), goesOn('a')],
    ],
  ])('may be without %s', (_, seen) => {
    expect(judged(...seen)).toEqual([]);
  });
  it('are not compared where none goes on', () => {
    expect(judged(begins('a'), begins('b'))).toEqual({ inconclusive: 'no session was continued by a chat' });
  });
});
