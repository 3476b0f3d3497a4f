import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Figures } from './figures.ts';
import { header, record } from '../records/records.testing.ts';
import type { RequestRecord } from '../records/record.ts';
import type { RequestsHeader } from '../records/requests.ts';
import type { Distribution } from '../statistics/distribution.ts';
import { summaryOf } from './summary.ts';

const ms = fc.double({ min: 0.001, max: 900, noNaN: true }).map((value) => Math.round(value * 1000) / 1000);

/** A request of any kind, some of whose events may have come earlier than they say. */
const anyRecord = fc.record({
  index: fc.nat(60),
  operation: fc.constantFrom('stream', 'speech', 'chat'),
  outcome: fc.constantFrom('ok', 'ok', 'ok', 'timeout', 'wrong', 'notSent', 'aborted'),
  gaps: fc.array(ms, { minLength: 1, maxLength: 12 }),
  lag: ms,
  early: fc.boolean(),
});

function recordsOf(asked: readonly (typeof anyRecord extends fc.Arbitrary<infer T> ? T : never)[]): RequestRecord[] {
  return asked.map(({ index, operation, outcome, gaps, lag, early }, place) => {
    const intended = index * 100;
    let at = intended + lag;
    const events = operation === 'stream' ? gaps.map((gap) => (at += gap)) : [];
    const [first] = events;
    return {
      ...record(place, { outcome, operation, sent: intended + lag, events, end: at + 5 }),
      intended,
      ...(first === undefined
        ? { firstEvent: undefined, firstContent: undefined }
        : { firstEvent: first, firstContent: first }),
      ...(operation === 'speech' && { chars: 50, audioSeconds: 2, format: 'mp3' }),
      ...(early && first !== undefined && { early: 1, earlyAt: [0, Math.max(0, first - 1)] }),
    } as RequestRecord;
  });
}

/** What both tell: no interval, nor what it would need, no curve, and nothing that only a bound is judged by. */
function plain(times: Distribution | undefined): unknown {
  const {
    intervals: _,
    needed: ____,
    curve: __,
    bins: ___,
    ofAll: _____,
    asked,
    ...rest
  } = times ?? { n: 0, missing: {} };
  return { ...rest, asked: asked?.map((each) => ({ ...each, interval: undefined, needed: undefined })) };
}

/** A run knows what was planned, and its parts do not. */
function withoutPlanned(counts: Figures['counts']): unknown {
  return { ...counts, planned: undefined };
}

function plainFigures(of: Figures): unknown {
  const { ttfeMs, ttftMs, serviceTtftMs, gapMs, e2eMs, lagMs, speech } = of;
  const { counts, rates, failures, credits, creditsForAnswers, events, goodput } = of;
  const times = [ttfeMs, ttftMs, serviceTtftMs, gapMs, e2eMs, lagMs, speech?.realTimeFactor].map(plain);
  return { times, counts: withoutPlanned(counts), rates, failures, credits, creditsForAnswers, events, goodput };
}

function compared(of: RequestsHeader, records: readonly RequestRecord[]): void {
  const summary = summaryOf(of);
  for (const each of records) summary.add(each);
  const [load, soFar, counts] = [summary.load(), summary.timesSoFar(), summary.countsSoFar()];
  expect(plain(soFar.lagMs)).toEqual(plain(load.lagMs));
  expect({ ...counts, counts: withoutPlanned(counts.counts) }).toEqual({
    counts: withoutPlanned(load.counts),
    failures: load.failures,
    outcomes: load.requests?.outcomes ?? [],
    credits: load.credits,
    creditsForAnswers: load.creditsForAnswers,
    clientErrors: load.clientErrors,
  });
  for (const { step, operation, figures } of soFar.parts) {
    const ofStep = load.steps?.find((each) => each.step.fromMs === step?.fromMs);
    const same = ofStep ?? (operation === undefined ? load : load.operations?.[operation]);
    expect(plainFigures(figures)).toEqual(plainFigures(same as Figures));
  }
}

describe('the figures of a run that goes on', () => {
  const settings = { ...header.settings, durationMs: 6_000, planned: 200, slo: 'ttft.p90<800ms, gap.p95<1s' };

  it('are those of the report, in each operation', () => {
    const requests = fc.array(anyRecord, { minLength: 1, maxLength: 150 });
    fc.assert(
      fc.property(requests, (asked) => compared({ ...header, settings }, recordsOf(asked))),
      { numRuns: 40 },
    );
  });

  it('are those of the report, in each step', () => {
    const stepped = { ...header, scenario: 'spike', settings: { ...settings, warmupMs: 100, peakRatePerS: 9 } };
    const requests = fc.array(anyRecord, { minLength: 1, maxLength: 150 });
    fc.assert(
      fc.property(requests, (asked) => compared(stepped, recordsOf(asked))),
      { numRuns: 40 },
    );
  });

  it('are those of the report, where samples are so many that they are counted', { timeout: 60_000 }, () => {
    const many = { ...header, settings: { ...settings, durationMs: 2 ** 19 * 500 } };
    const summary = summaryOf(many);
    for (let index = 0; index < 2 ** 18 + 10; index += 1) summary.add(record(index));
    const [part] = summary.timesSoFar().parts;
    expect(plain(part?.figures.ttftMs)).toEqual(plain(summary.load().ttftMs));
    expect(part?.figures.ttftMs.relativeError).toBeGreaterThan(0);
  });

  it('are told anew only where something was added', () => {
    const summary = summaryOf({ ...header, settings });
    [1, 2, 3].forEach((index) => summary.add(record(index)));
    const [before] = summary.timesSoFar().parts;
    expect(summary.timesSoFar().parts[0]?.figures).toBe(before?.figures);
    summary.add(record(4));
    expect(summary.timesSoFar().parts[0]?.figures.counts.measured).toBe(4);
  });
});
