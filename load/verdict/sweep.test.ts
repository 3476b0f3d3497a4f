import { describe, expect, it } from 'vitest';
import { refusals } from '../compare/comparable.ts';
import { judgedLoad, loadExitCode } from './judged-load.ts';
import type { Load } from './load.ts';
import { phaseOf } from '../plan/phases.ts';
import { record, header } from '../records/records.testing.ts';
import type { RequestRecord } from '../records/record.ts';
import { summaryOf } from '../figures/summary.ts';

type Given = {
  readonly users?: readonly number[];
  readonly slo?: string;
  /** How long an answer takes at so many users, in ms. */
  readonly takes?: (users: number) => number;
  readonly change?: (users: number) => Partial<RequestRecord>;
  readonly untilMs?: number;
};

const levelMs = 10_000;

/** A service that makes up to 4 answers at once, each of 100 ms; further users wait in a queue. */
const queued = (users: number): number => 100 * Math.max(1, users / 4);

function swept({ users = [1, 2, 4, 8, 16], takes = queued, slo, change, untilMs = Infinity }: Given = {}): Load {
  const most = Math.max(...users);
  const settings = {
    ...header.settings,
    arrivals: 'closed' as const,
    ratePerS: 0,
    planned: 0,
    durationMs: levelMs * users.length,
    warmupMs: 2_000,
    concurrency: users.join(','),
    levelMs: users.map(() => levelMs).join(','),
    ...(slo !== undefined && { slo }),
  };
  const summary = summaryOf({ ...header, scenario: 'sweep', settings });
  const turns = new Map<number, number>();
  for (const [place, many] of users.entries()) {
    for (let user = 0; user < many; user += 1) {
      for (let at = place * levelMs; at < Math.min(untilMs, (place + 1) * levelMs);) {
        const turn = turns.get(user) ?? 0;
        turns.set(user, turn + 1);
        const ms = takes(many) * (0.9 + 0.2 * ((turn * 7 + user * 3) % 11) * 0.1);
        const times = { intended: at, sent: at + 0.2, headers: at + 1, firstByte: at + ms / 2, end: at + ms };
        const event = at + ms / 2;
        const streamed = { events: [event], firstEvent: event, firstContent: event };
        summary.add(record(turn * most + user, { ...times, ...streamed, ...change?.(many) }));
        at += ms;
      }
    }
  }
  return judgedLoad(summary.load());
}

describe('a sweep', () => {
  it('tells throughput against latency of each level', () => {
    const { steps = [], complete, counts } = swept();
    expect(complete).toBe(true);
    expect(counts.planned).toBe(counts.recorded);
    expect(steps.map(({ step }) => step.users)).toEqual([1, 2, 4, 8, 16]);
    const perS = steps.map(({ throughput }) => Math.round(throughput?.answersPerS ?? 0));
    expect(perS).toEqual([10, 20, 40, 40, 40]);
    expect(steps.map(({ e2eMs }) => Math.round((e2eMs.p50 ?? 0) / 10) * 10)).toEqual([100, 100, 100, 200, 400]);
    for (const { ttftMs, throughput } of steps) {
      expect(ttftMs.intervals?.p50).toBeDefined();
      expect(throughput?.interval).toBeDefined();
    }
  });

  it('measures the middle of a level: what its beginning and its end send is of no figure', () => {
    const settings = { ...header.settings, arrivals: 'closed', warmupMs: 1_000, concurrency: '1,2' } as const;
    const phase = phaseOf('sweep', { ...settings, durationMs: 20_000, levelMs: '10000,10000' });
    const at = (intended: number): string => phase({ intended });
    expect([0, 999, 1_000, 7_999, 8_000, 9_999].map(at)).toEqual([
      'warmup',
      'warmup',
      'steady',
      'steady',
      'drain',
      'drain',
    ]);
    expect([10_000, 11_000, 18_000, 20_000].map(at)).toEqual(['warmup', 'steady', 'drain', 'drain']);
  });

  it('has its knee where a queue begins', () => {
    expect(swept().sweep).toEqual({ knee: { users: 4, answersPerS: expect.any(Number), below: 2, above: 8 } });
  });

  it('has no level above a knee that was not reached, and none below one at its first level', () => {
    expect(swept({ takes: () => 100 }).sweep?.knee).toEqual({ users: 16, answersPerS: expect.any(Number), below: 8 });
    const serial = swept({ takes: (users) => 100 * users }).sweep?.knee;
    expect(serial).toEqual({ users: 1, answersPerS: expect.any(Number), above: 2 });
    expect(swept({ users: [1, 2] }).sweep).toEqual({});
  });

  it('does not judge a level that the load generator could not keep up with, and leaves it out of the knee', () => {
    const late = swept({
      takes: () => 100,
      change: (users) => (users === 16 ? { outcome: 'notSent' } : {}),
    });
    expect(late.steps?.map(({ inconclusive }) => inconclusive !== undefined)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(late.steps?.at(-1)?.inconclusive).toContain('were not sent');
    expect(late.sweep?.knee?.users).toBe(8);
    expect([late.validity?.is, loadExitCode(late)]).toEqual(['valid', 2]);
    expect(loadExitCode(swept())).toBe(0);
  });

  it('does not judge a level in which the run ended, nor any behind it', () => {
    const cut = swept({ untilMs: 25_000 });
    expect(cut.complete).toBe(false);
    expect(cut.steps?.map(({ inconclusive }) => inconclusive)).toEqual([
      undefined,
      undefined,
      'the run ended within it',
      'the run ended before it',
      'the run ended before it',
    ]);
    expect(loadExitCode(cut)).toBe(2);
  });

  it('tells up to which level the SLO held; that a later one missed it is no verdict', () => {
    const held = swept({ slo: 'e2e.p50<150ms' });
    expect(held.sweep).toMatchObject({ held: 4, violated: 8 });
    expect([held.slo, loadExitCode(held)]).toEqual([undefined, 0]);
    const violated = swept({ slo: 'e2e.p50<50ms' });
    expect(violated.sweep).toMatchObject({ violated: 1 });
    expect([violated.sweep?.held, loadExitCode(violated)]).toEqual([undefined, 1]);
  });

  it('is compared neither with an open load nor with another', () => {
    const inputs = { formats: [], schedule: '' };
    const [closed, open] = [swept(), judgedLoad(summaryOf(header).load())];
    const whats = (a: Load, b: Load) => refusals({ load: a, inputs }, { load: b, inputs }).map(({ what }) => what);
    expect(whats(open, closed)).toEqual(expect.arrayContaining(['the scenario', 'the arrivals']));
    expect(whats(closed, closed)).toEqual(['the load']);
  });
});
