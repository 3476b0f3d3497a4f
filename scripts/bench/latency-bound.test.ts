import { expect, it } from 'vitest';
import type { Check } from '../../conformance/model/check.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import { latencyBound } from './latency-bound.ts';
import { sampleExchange } from '../../reports/check/sample-run.testing.ts';

const begun = Date.parse('2026-11-21T05:00:00.000Z');

function lasting(id: string, fromMs: number, ms: number): Exchange {
  const refused = { is: 'noAnswer', because: 'refused', detail: '', endedAtMs: ms } as const;
  return { ...sampleExchange(id), startedAt: new Date(begun + fromMs).toISOString(), response: refused };
}

function check(id: string, control?: string): Check {
  const probe = { name: id, needs: ['bot'], costs: { chats: 1, speeches: 0 }, steps: [] } as const;
  const text = {
    clause: '1',
    also: [],
    title: 'a title',
    requirement: 's',
    level: 'MUST',
    expect: [],
    fault: 'speed-clamped',
  } as const;
  return { id, probe, ...text, ...(control === undefined ? {} : { control }) };
}

it('is the list of bots, the control and the probe one after the other, or the share of each place', () => {
  const exchanges = [
    lasting('list bots as token#1', 0, 10),
    lasting('a#1', 10, 20),
    lasting('a#2', 30, 20),
    // Two of one step at once.
    lasting('b#1', 50, 40),
    lasting('b#2', 50, 30),
  ];
  const bound = latencyBound(exchanges, [check('a'), check('b', 'a')], 4);
  expect(bound).toEqual({ chainMs: 10 + 40 + 40, shareMs: 120 / 4 });
});
