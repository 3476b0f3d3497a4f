import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { record } from '../records/records.testing.ts';
import type { RequestRecord } from '../records/record.ts';
import { partNames, splitRequestTime } from './breakdown.ts';

/** Intended at 500 ms, sent 1 ms later, answered 100 ms after it was intended. */
function partsOf(changes: Partial<RequestRecord>): { readonly [name: string]: number } {
  const one = record(1, changes);
  const { partsUs, totalUs } = splitRequestTime(one, one.sent ?? 0, one.firstContent ?? 0);
  const named = partNames.map((name, place) => [name, (partsUs[place] ?? 0) / 1000] as const);
  return { total: totalUs / 1000, ...Object.fromEntries(named.filter(([, part]) => part > 0)) };
}

describe('the parts of the time to first token', () => {
  it('are all that is known', () => {
    const opened = { dnsMs: 2, connectMs: 3, tlsMs: 10 };
    expect(partsOf({ ...opened, transmitted: 517.5, rttMs: 3, serverMs: 50 })).toEqual({
      total: 100,
      lag: 1,
      dns: 2,
      connect: 3,
      tls: 10,
      client: 1.5,
      way: 3,
      server: 50,
      rest: 29.5,
    });
  });

  it('leave to the rest what nobody tells', () => {
    expect(partsOf({})).toEqual({ total: 100, lag: 1, rest: 99 });
    expect(partsOf({ transmitted: 501.25 })).toEqual({ total: 100, lag: 1, client: 0.25, rest: 98.75 });
    expect(partsOf({ serverMs: 60 })).toEqual({ total: 100, lag: 1, server: 60, rest: 39 });
  });

  it('believe no claim beyond what passed', () => {
    expect(partsOf({ transmitted: 502, rttMs: 2, serverMs: 5_000 })).toEqual({
      total: 100,
      lag: 1,
      client: 1,
      way: 2,
      server: 96,
    });
  });

  it.each([
    ['more than passed until the head came', { serverMs: 60 }, true],
    ['as much as passed, rounded up', { serverMs: 49 }, false],
    ['nothing', {}, false],
  ])('say whether a server claims too much: %s', (_, changes, claimsBeyond) => {
    const one = record(1, { transmitted: 501.5, headers: 550, ...changes });
    expect(splitRequestTime(one, 501, 600).claimsBeyond).toBe(claimsBeyond);
  });

  it('add up, whatever is told', () => {
    const ms = fc.option(
      fc.integer({ min: 0, max: 5_000_000 }).map((us) => us / 1000),
      { nil: undefined },
    );
    const told = fc.record({ dnsMs: ms, connectMs: ms, tlsMs: ms, transmitted: ms, rttMs: ms, serverMs: ms });
    fc.assert(
      fc.property(told, fc.nat(4_000), fc.nat(4_000), (changes, sent, first) => {
        const given = Object.entries(changes).filter(([, value]) => value !== undefined);
        const { partsUs, totalUs } = splitRequestTime(record(1, Object.fromEntries(given)), sent, first);
        expect(partsUs.every((part) => part >= 0)).toBe(true);
        expect(partsUs.reduce((sum, part) => sum + part, 0)).toBe(totalUs);
      }),
    );
  });
});
