import { expect, it } from 'vitest';
import { answered, unanswered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../model/exchange.ts';
import { createConnectionLossTracker } from './connection-losses.ts';

const { signal } = new AbortController();

function endedAt(ms: number, exchange: Exchange): Exchange {
  const startedAt = new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
  return { ...exchange, startedAt, response: { ...exchange.response, endedAtMs: 0 } };
}

const cut = endedAt(10_000, answered({ body: '{}', ending: 'cut' }));

it.each([
  ['another was dropped', unanswered('dropped')],
  ['another was refused', unanswered('refused')],
  ['a gateway said 502', answered({ status: 502 })],
  ['a gateway said 504', answered({ status: 504 })],
])('what broke off as %s is one of many, whichever came first', async (_, other) => {
  for (const atMs of [9_800, 10_200]) {
    const lost = createConnectionLossTracker();
    lost.note(endedAt(atMs, other));
    expect(await lost.isOneOfMany(cut, signal)).toBe(true);
  }
});

it('what is seen only a moment later counts', async () => {
  const lost = createConnectionLossTracker();
  const isOneOfMany = lost.isOneOfMany(cut, signal);
  lost.note(endedAt(10_100, unanswered('dropped')));
  expect(await isOneOfMany).toBe(true);
});

it.each([
  ['at another time', endedAt(11_000, unanswered('dropped'))],
  ['by a limit on requests', endedAt(10_000, answered({ status: 503 }))],
  ['another that was cut', endedAt(10_000, answered({ body: '{}', ending: 'cut' }))],
  [
    'what is no request',
    ((each: Exchange) => ({ ...each, request: { ...each.request, raw: 'GET' } }))(
      endedAt(10_000, unanswered('dropped')),
    ),
  ],
])('is no sign of an outage: %s', async (_, other) => {
  const lost = createConnectionLossTracker();
  lost.note(other);
  expect(await lost.isOneOfMany(cut, signal)).toBe(false);
});

it('nobody waits any more for what tears bodies time after time', async () => {
  const lost = createConnectionLossTracker();
  for (let time = 0; time < 3; time += 1) await lost.isOneOfMany(cut, signal);
  const begun = performance.now();
  expect(await lost.isOneOfMany(cut, signal)).toBe(false);
  expect(performance.now() - begun).toBeLessThan(100);
});

it('what is dropped with several others is among them, and by itself or with one more it is not', () => {
  const lost = createConnectionLossTracker();
  const dropped = (atMs: number) => endedAt(atMs, unanswered('dropped'));
  for (const atMs of [10_000, 10_010]) lost.note(dropped(atMs));
  expect(lost.isAmongOthers(dropped(10_010))).toBe(false);
  lost.note(endedAt(10_020, answered({ status: 502 })));
  expect(lost.isAmongOthers(dropped(10_010))).toBe(true);
  expect(lost.isAmongOthers(dropped(20_000))).toBe(false);
  expect(lost.isAmongOthers(endedAt(10_010, answered({ status: 200 })))).toBe(false);
});
