import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange, Operation } from '../../model/exchange.ts';
import { isoOf } from '../../model/moment.ts';
import type { Finding } from '../../model/run.ts';
import { findingWith as finding } from '../run/sample-finding.testing.ts';
import { causesOf } from './causes.ts';
import { isOfStandstill, standstillIn, withStandstill } from './standstill.ts';

const beganMs = 1_700_000_000_000;
function at(exchange: Exchange, id: string, fromMs: number, endedAtMs: number): Exchange {
  const { response } = exchange;
  return { ...exchange, id, startedAt: isoOf(beganMs + fromMs), response: { ...response, endedAtMs } };
}
const silent = (id: string, fromMs: number, operation: Operation = 'chat') =>
  at(unanswered('timeout', operation), id, fromMs, 10_000);
const served = (id: string, fromMs: number) => at(answered({ operation: 'voices' }), id, fromMs, 20);

const waiting = [silent('a#1', 0), silent('b#1', 300, 'speech'), silent('c#1', 600, 'bots')];

describe('a standstill', () => {
  it('is where several waited in vain, and nobody else was answered', () => {
    const found = standstillIn([served('first#1', -50), ...waiting, served('last#1', 12_000)]);
    expect(['a#1', 'b#1', 'c#1', 'first#1'].map((id) => found?.has(id))).toEqual([true, true, true, false]);
    expect(found?.title).toBe('does not answer in time: 3 requests waited in vain while nothing else was answered');
  });
  it('is none where others were answered meanwhile, or too few waited', () => {
    expect(standstillIn([...waiting, served('other#1', 5_000)])).toBeUndefined();
    expect(standstillIn(waiting.slice(1))).toBeUndefined();
    expect(standstillIn([waiting[0], silent('b#1', 20_000), silent('c#1', 40_000)] as Exchange[])).toBeUndefined();
  });
  it('has what fell silent behind its head too, and nothing that was still sending', () => {
    const stream = (lastMs: number) =>
      at(answered({ operation: 'stream', ending: 'timeout', chunks: [{ atMs: lastMs, bytes: 1 }] }), 's#1', 0, 10_000);
    expect(standstillIn([...waiting, stream(10)])?.has('s#1')).toBe(true);
    expect(standstillIn([...waiting, stream(9_000)])?.has('s#1')).toBe(false);
  });
});

const none = { subject: 'answer', expected: 'an HTTP response', observed: 'no response header within 10 s' };
function failing(check: string, exchange: string): Finding {
  const mismatches = [{ ...none, exchange, kind: { is: 'response', due: 'response' } as const }];
  return finding('fail', { check, mismatches, exchanges: [exchange] });
}

describe('what failed in a standstill', () => {
  const standstill = standstillIn(waiting);
  const leak = failing('sessions.isolation/new-session-knows-nothing', 'a#1');
  const speech = failing('speech.voice/speaks-echo', 'b#1');
  const other = failing('chat.request/accepts-least', 'later#1');
  it('is one cause, apart from what failed with it otherwise', () => {
    expect(withStandstill([[other, leak], [speech]], standstill)).toEqual([[leak, speech], [other]]);
    expect(isOfStandstill([leak, speech], standstill)).toBe(true);
    expect(isOfStandstill([leak, other], standstill)).toBe(false);
  });
  it('says that, is like no fault, and is led by no check about leaks', () => {
    const judged = new Set([leak.check, speech.check]);
    const known = [{ fault: 'leaks', checks: judged, named: [leak.check] }];
    const [cause, ...others] = causesOf([leak, speech], { judged, known, standstill });
    expect(others).toEqual([]);
    expect(cause?.title).toBe(standstill?.title);
    expect(cause?.counted).toBe(standstill?.says);
    expect(cause?.checks).toEqual([speech.check, leak.check]);
    expect(cause?.likely).toEqual([]);
  });
  it('is told of one that nobody else waited beside, too', () => {
    const exchangeOf = (id: string) => waiting.find((each) => each.id === id);
    const [cause] = causesOf([leak], { judged: new Set([leak.check]), known: [], exchangeOf });
    expect(cause?.counted).toBe('What failed is that it does not answer in time.');
  });
});
