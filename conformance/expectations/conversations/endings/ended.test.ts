import { describe, expect, it } from 'vitest';
import type { Exchanges } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { answered } from '../../sample-exchange.testing.ts';
import { areSuccesses } from '../../statuses/is-success.ts';
import { unlessAllSessionsEndAlike } from './all-end-alike.ts';
import { compareEnds, unlessSessionEnded, untilSessionEnd } from './ended.ts';

const gone = { error: { code: 'session_ended', message: 'This session has ended.' } };

type Turns = { readonly every?: number; readonly status?: number; readonly body?: object; readonly by?: 'stream' };

/** `+` is an accepted turn, `-` a refused turn; the first begins a session. `every`: seconds between the turns. */
function session(id: string, turns: string, { every = 0, status = 410, body = gone, by }: Turns = {}): Exchanges {
  return [...turns].map((turn, at): Exchange => {
    const sent = at === 0 ? { message: 'Hello!' } : { message: 'On.', sessionId: id };
    const taken = { status: 200, body: { sessionId: id } };
    const answer = turn === '+' ? taken : { status, body: { ...body } };
    const exchange = answered({
      id: `${id}#${at}`,
      operation: turn === '-' ? (by ?? 'chat') : 'chat',
      sent,
      ...answer,
    });
    const headers = [['Authorization', 'Bearer ${ASSAY_TOKEN}']] as const;
    const startedAt = new Date(Date.UTC(2026, 0, 1) + at * every * 1000).toISOString();
    return { ...exchange, startedAt, request: { ...exchange.request, headers } };
  });
}
const is = (...seen: readonly Exchanges[]): string | undefined => compareEnds(seen.flat())?.is;

describe('a session that is refused from a turn on', () => {
  it('ended where another one ends with the same turn', () => {
    expect(is(session('a', '+++--'), session('b', '+++-'))).toBe('alike');
    for (const status of [404, 400, 403, 422])
      expect(is(session('a', '++-', { status }), session('b', '++-', { status }))).toBe('alike');
  });
  it('ended where another one ends at the same age', () => {
    const quick = { every: 0.5 };
    expect(is(session('a', '+++-', quick), session('b', '++++-', { every: 0.4 }))).toBe('alike');
    expect(is(session('a', '+++-', quick), session('b', '+++++', { every: 0.2 }))).toBe('unclear');
    expect(is(session('a', '+++-', quick), session('b', '+++++', quick))).toBeUndefined();
  });
  it.each<[string, Exchanges, Exchanges]>([
    ['another one goes on', session('a', '+++-'), session('b', '+++++')],
    ['another one is refused sooner', session('a', '+++-'), session('b', '++-')],
    ['it goes on behind that', session('a', '+++-+'), session('b', '+++-')],
    ['it was never continued', session('a', '+-'), session('b', '+-')],
    ['streams alone refuse it', session('a', '++-', { by: 'stream' }), session('b', '++-', { by: 'stream' })],
    ['there is no error object', session('a', '+++-', { body: {} }), session('b', '+++-', { body: {} })],
    ['it is not the session that is refused', session('a', '++-', { status: 423 }), session('b', '++-')],
  ])('was lost where %s', (_, first, second) => {
    expect(is(first, second)).toBeUndefined();
  });
  it('is not judged where no other one was begun', () => {
    expect(is(session('a', '+++-'))).toBe('unclear');
  });
});

const ends = [...session('a', '+++--'), ...session('b', '+++-')];
const lost = [...session('a', '+++--'), ...session('b', '+++++')];
const asAnother = 'a session was refused from turn 4 on, as another one was, begun behind it';
const open = 'how long sessions last is not specified';

describe('what is asked of a session', () => {
  it('is asked of the turns before its end', async () => {
    expect(await untilSessionEnd(areSuccesses)(ends)).toEqual([]);
    expect(await untilSessionEnd(areSuccesses, 4)(ends)).toEqual({ inconclusive: `${asAnother}: ${open}` });
    expect(await untilSessionEnd(areSuccesses)(session('a', '+++-'))).toEqual({
      inconclusive: `a session was refused from turn 4 on, and no other one went on for longer: ${open}`,
    });
    expect(await untilSessionEnd(() => [])(session('a', '+++-'))).toEqual([]);
  });
  it('is asked of all of them where it was lost', async () => {
    for (const asked of [untilSessionEnd(areSuccesses), unlessSessionEnded(areSuccesses)])
      expect(await asked(lost)).toMatchObject([{ subject: 'status of a#3' }, { subject: 'status of a#4' }]);
  });
  it('cannot be seen in the whole of one that ended before', async () => {
    expect(await unlessSessionEnded(areSuccesses)(ends)).toEqual({
      inconclusive: `${asAnother}: ${open}`,
      isUnspecified: true,
    });
  });
});

describe('several sessions', () => {
  const areAll = unlessAllSessionsEndAlike(areSuccesses);
  it('may all end with the same turn', async () => {
    expect(await areAll([...session('a', '++'), ...session('b', '+++-'), ...session('c', '+++-')])).toEqual([]);
    expect(await areAll([...session('a', '++'), ...session('b', '+++-')])).toEqual({
      inconclusive: `a session was refused from turn 4 on, and no other one came so far: ${open}`,
    });
  });
  it.each<[string, Exchanges]>([
    ['one goes on', [...session('a', '+++++'), ...session('b', '+++-'), ...session('c', '+++-')]],
    ['one is refused sooner', [...session('b', '+++-'), ...session('c', '++-')]],
    ['another turn fails', [...session('a', '-'), ...session('b', '+++-'), ...session('c', '+++-')]],
  ])('do not where %s', async (_, seen) => {
    expect(await areAll(seen)).not.toEqual([]);
    expect(await areAll(seen)).not.toHaveProperty('inconclusive');
  });
});
