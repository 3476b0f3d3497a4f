import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../model/exchange.ts';
import { areSuccesses } from '../statuses/is-success.ts';
import { answered } from '../sample-exchange.testing.ts';
import { hasRefusedContinuation, isRefusedContinuation, unlessEvicted } from './evicted-sessions.ts';
import {
  conversationsAreKept,
  conversationsToAskAgain,
  needsConcurrentPair,
  pairToContinue,
} from './many-conversations.ts';

/** Each is sent one second after the one before it, and takes three milliseconds. */
function inTurn(...seen: readonly Exchange[]): readonly Exchange[] {
  return seen.map((exchange, at) => ({ ...exchange, startedAt: `2026-01-01T00:00:0${at}.000Z` }));
}
const begins = (sessionId: unknown, id: string): Exchange =>
  answered({ id, operation: 'chat', sent: { message: 'Hello!' }, body: { sessionId, reply: 'Yes.' } });
const goesOn = (sessionId: unknown, id: string): Exchange =>
  answered({ id, operation: 'chat', sent: { message: 'On.', sessionId }, body: { sessionId, reply: 'Yes.' } });
const refused = (sessionId: unknown, id: string, status = 404): Exchange =>
  answered({ id, operation: 'chat', status, sent: { message: 'On.', sessionId }, body: { error: {} } });
const judged = (...seen: readonly Exchange[]) => unlessEvicted(areSuccesses)(inTurn(...seen));
const failed = [{ expected: 'success, any 2xx' }];

describe('a turn of a session that is refused', () => {
  it('is one that had a sessionId, and was refused for nothing else that its status says', () => {
    expect([400, 404, 410, 422].map((status) => isRefusedContinuation(refused('a', 'c#1', status)))).not.toContain(
      false,
    );
    expect(
      [401, 402, 409, 429, 500, 503].map((status) => isRefusedContinuation(refused('a', 'c#1', status))),
    ).not.toContain(true);
    expect(isRefusedContinuation(refused(undefined, 'c#1'))).toBe(false);
    expect(isRefusedContinuation(goesOn('a', 'c#1'))).toBe(false);
    expect(hasRefusedContinuation([goesOn('a', 'c#1'), refused('a', 'c#2')])).toBe(true);
    expect(hasRefusedContinuation([goesOn('a', 'c#1'), goesOn('a', 'c#2')])).toBe(false);
  });
  it('shows nothing where another session has begun since its last turn', async () => {
    const because = {
      inconclusive:
        'a turn was refused after other sessions of the same caller had begun: how many a service keeps is not specified',
      isUnspecified: true,
    };
    expect(await judged(begins('a', 'c#1'), begins('b', 'c#2'), refused('a', 'c#3'))).toEqual(because);
    expect(await judged(begins(7, 'c#1'), begins(8, 'c#2'), refused(7, 'c#3'), goesOn(8, 'c#4'))).toEqual(because);
  });
  it('shows nothing where another one began at the same time', async () => {
    const atOnce = [begins('a', 'c#1'), begins('b', 'c#2'), refused('b', 'c#3')];
    expect(await unlessEvicted(areSuccesses)(atOnce)).toMatchObject({ isUnspecified: true });
  });
  it('fails where no other one has begun since then', async () => {
    expect(await judged(begins('a', 'c#1'), refused('a', 'c#2'))).toMatchObject(failed);
    expect(await judged(begins('b', 'c#1'), begins('a', 'c#2'), refused('a', 'c#3'))).toMatchObject(failed);
    expect(await judged(begins('a', 'c#1'), begins('b', 'c#2'), goesOn('a', 'c#3'), refused('a', 'c#4'))).toMatchObject(
      failed,
    );
  });
  it('fails where nobody gave its sessionId', async () => {
    expect(await judged(begins('a', 'c#1'), begins('b', 'c#2'), refused('c', 'c#3'))).toMatchObject(failed);
  });
  it('is no excuse for what else is wrong', async () => {
    const broken = answered({ id: 'c#4', operation: 'chat', status: 500, sent: { message: 'Hello!' } });
    expect(await judged(begins('a', 'c#1'), begins('b', 'c#2'), refused('a', 'c#3'), broken)).toMatchObject([
      ...failed,
      ...failed,
    ]);
    expect(await judged(begins('a', 'c#1'), begins('b', 'c#2'), goesOn('a', 'c#3'))).toEqual([]);
  });
});

const tells = (word: string, sessionId: string): Exchange =>
  answered({ id: sessionId, operation: 'chat', sent: { message: word }, body: { sessionId, reply: 'Yes.' } });
const asked = (sent: string, sessionId: string, reply: string, id: string): Exchange =>
  answered({ id, operation: 'chat', sent: { message: 'Which?', sessionId: sent }, body: { sessionId, reply } });

describe('sessions of which some are answered as others', () => {
  const told = [tells('zqaaaaaaaaaa', 'one'), tells('zqbbbbbbbbbb', 'two')];
  it('are not forgotten where the id of what is remembered stays', () => {
    const seen = [...told, asked('one', 'one', 'zqaaaaaaaaaa', 'c#3'), asked('two', 'new', 'No.', 'c#4')];
    expect(conversationsToAskAgain(seen)).toEqual([]);
    expect(conversationsAreKept(seen)).toMatchObject({ isUnspecified: true });
  });
  it('are asked again where each turn gives another id', () => {
    const seen = [...told, asked('one', 'other', 'zqaaaaaaaaaa', 'c#3'), asked('two', 'new', 'No.', 'c#4')];
    expect(conversationsToAskAgain(seen)).toHaveLength(1);
  });
});

describe('sessions of which some are refused afterwards', () => {
  const says = (word: string, id: string): Exchange => answered({ id, operation: 'chat', body: { reply: word } });
  const seen = [
    tells('zqaaaaaaaaaa', 'c#1'),
    tells('zqbbbbbbbbbb', 'c#2'),
    says('zqaaaaaaaaaa', 'c#3'),
    refused('c#2', 'c#4'),
  ];
  const unspecified = {
    inconclusive:
      '1 of 2 sessions were refused afterwards, or answered as others: how many sessions a service keeps is not specified',
    isUnspecified: true,
  };
  it('are not forgotten, and not asked again', () => {
    expect(conversationsToAskAgain(seen)).toEqual([]);
    expect(conversationsAreKept(seen)).toEqual(unspecified);
  });
  it('are lost where one of two that begin at once is, though more are kept', () => {
    const many = [
      ...seen.slice(0, 2),
      tells('zqcccccccccc', 'c#2b'),
      seen[2],
      seen[3],
      says('zqcccccccccc', 'c#4b'),
    ].filter((each) => each !== undefined);
    expect(needsConcurrentPair(many)).toBe(true);
    const pair = [begins('x', 'c#5'), begins('y', 'c#6')];
    expect(pairToContinue([...many, ...pair])).toEqual(pair);
    const lost = [...many, ...pair, goesOn('x', 'c#7'), refused('y', 'c#8')];
    expect(conversationsAreKept(lost)).toEqual([
      {
        subject: 'session',
        expected: 'one of two that began at once goes on, as 2 of 3 did before: so many are kept',
        observed: 'status 404, {"error":{}}',
        exchange: 'c#8',
      },
    ]);
    expect(needsConcurrentPair(lost)).toBe(false);
    expect(pairToContinue(lost)).toEqual([]);
    const kept = [...many, ...pair, goesOn('x', 'c#7'), goesOn('y', 'c#8')];
    expect(conversationsAreKept(kept)).toMatchObject({ isUnspecified: true });
    expect(needsConcurrentPair(kept)).toBe(true);
  });
  it('may be no more than a service keeps that keeps one', () => {
    expect(needsConcurrentPair(seen)).toBe(false);
    expect(needsConcurrentPair([...seen.slice(0, 3), says('zqbbbbbbbbbb', 'c#4')])).toBe(false);
  });
});
