import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withLoadFault, type LoadFaultId } from '../../fixtures/faults/under-load/index.ts';
import { startService } from '../../fixtures/index.ts';
import type { Load } from '../../load/verdict/load.ts';
import type { RequestRecord } from '../../load/records/record.ts';
import { loadScenario, type LoadScenario } from '../../load/plan/scenarios.ts';
import { summaryOf } from '../../load/figures/summary.ts';
import { header, record } from '../../load/records/records.testing.ts';
import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';
import type { LoadProgress } from '../../load/runner/run-scenario.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';
import { stopAtViolatedStep } from './steps.ts';

function scenario(name: string): LoadScenario {
  const found = loadScenario(name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

/** Two steps of 10 s: 100 requests, and 200. */
const rates = { ratePerS: 10, peakRatePerS: 20, steps: 2, durationMs: 20_000, warmupMs: 500 };
const starts = Array.from({ length: 300 }, (_, index) => ({
  atMs: index < 100 ? index * 100 : 10_000 + (index - 100) * 50,
}));

type Given = {
  readonly slo?: string;
  readonly change: (index: number, intended: number) => Partial<RequestRecord>;
};

/** Watches a run second by second, and tells when it was stopped; undefined where it never was. */
function stoppedAtMs({ slo = 'ttft.p50<50ms', change }: Given, name = 'capacity'): number | undefined {
  const settings = { ...header.settings, ...rates, planned: starts.length, slo };
  const summary = summaryOf({ ...header, scenario: name, settings });
  const judge = stopAtViolatedStep(scenario(name), { rates, starts });
  const waiting = starts.map(({ atMs: intended }, index) => {
    const times = { intended, sent: intended, headers: intended, firstByte: intended, events: [intended + 20] };
    const usual = { ...times, firstContent: intended + 20, end: intended + 21, scenario: name };
    return record(index, { ...usual, ...change(index, intended) });
  });
  for (let ms = 1_000; ms <= 40_000; ms += 1_000) {
    for (const each of waiting.filter(({ end }) => end <= ms && end > ms - 1_000)) summary.add(each);
    const progress = { live: { elapsedMs: ms }, load: () => summary.load() } as unknown as LoadProgress;
    if (judge(progress) === 'stop') return ms;
  }
  return undefined;
}

const slow = (_: number, intended: number): Partial<RequestRecord> => ({
  firstContent: intended + 80,
  end: intended + 81,
});

describe('a step load', () => {
  it('goes on while its steps meet the SLO, and stops after the one that does not', () => {
    expect(stoppedAtMs({ change: () => ({}) })).toBeUndefined();
    expect(stoppedAtMs({ change: (index, at) => (index < 100 ? {} : slow(index, at)) })).toBe(21_000);
  });
  it('stops after its first step already', () => {
    expect(stoppedAtMs({ change: slow })).toBe(11_000);
  });
  it('is no other scenario', () => {
    expect(stoppedAtMs({ change: slow }, 'spike')).toBeUndefined();
  });
  it('looks at a step again while its streams are still under way', () => {
    const long = (index: number, at: number): Partial<RequestRecord> => ({ ...slow(index, at), end: at + 13_000 });
    // Twenty of them have ended by then: enough for a p95.
    const slo = 'ttft.p95<50ms';
    expect(stoppedAtMs({ slo, change: long })).toBe(16_000);
  });
  it('does not take failures that come sooner than answers for more than they are', () => {
    // One of 100 fails at once, and the others last until the second step.
    const first = (index: number, at: number): Partial<RequestRecord> =>
      index === 99 ? { outcome: 'refused' } : index < 100 ? { end: at + 12_000 } : {};
    expect(stoppedAtMs({ slo: 'failures<5%', change: first })).toBeUndefined();
    expect(stoppedAtMs({ slo: 'failures<1%', change: first })).toBe(22_000);
  });
  it('stops where the load generator does not keep up', () => {
    const late = (index: number, at: number): Partial<RequestRecord> => (index < 100 ? { sent: at + 15 } : {});
    expect(stoppedAtMs({ change: late })).toBe(11_000);
  });
  it('goes on where it is late by far less than what is between the times and their bound', () => {
    const late = (lagMs: number) => (index: number, at: number) => (index < 100 ? { sent: at + lagMs } : {});
    expect(stoppedAtMs({ slo: 'ttft.p50<600ms', change: late(15) })).toBeUndefined();
    expect(stoppedAtMs({ slo: 'ttft.p50<600ms', change: late(60) })).toBe(11_000);
    // Requests that are never sent make it another load, however late the others are.
    const unsent = (index: number): Partial<RequestRecord> => (index % 10 === 0 ? { outcome: 'notSent' } : {});
    expect(stoppedAtMs({ slo: 'ttft.p50<600ms', change: unsent })).toBe(11_000);
  });
  it('asks for the figures only once a step is over, and not after all of it was judged', () => {
    const judge = stopAtViolatedStep(scenario('capacity'), { rates, starts });
    const summary = summaryOf({ ...header, scenario: 'capacity', settings: { ...header.settings, ...rates } });
    for (let index = 0; index < 100; index += 1) summary.add(record(index, { intended: index * 100 }));
    let asked = 0;
    const load = (): Load => {
      asked += 1;
      return summary.load();
    };
    for (const elapsedMs of [5_000, 10_900, 11_000, 12_000, 13_000])
      judge({ live: { elapsedMs }, load } as unknown as LoadProgress);
    expect(asked).toBe(1);
  });
});

/** Some 7 streams are under way at 5 a second, 27 at 20, and 110 at 80. */
const climb = '--rate 5 --peak 80 --steps 3 --duration 15s --warmup 1s --arrivals constant --seed 3 --no-canary'.split(
  ' ',
);
const pace = { firstEventMs: 200, gapMs: 90, events: 14 };

async function climbed(fault?: LoadFaultId) {
  const behaviour = fault === undefined ? {} : withLoadFault(fault);
  const service = await startService({ behaviour, pace });
  const folder = join(emptyFolder(), 'results');
  try {
    const target = ['--target', service.url, '--token', service.token, '--bot', 'support', '--out', folder];
    const said = await assay(['load', 'capacity', ...target, ...climb, '--slo', 'ttfe.p50<30s']);
    return { ...said, load: JSON.parse(readFileSync(join(folder, 'load.json'), 'utf8')) as Load };
  } finally {
    await service.close();
  }
}

describe.skipIf(k6IsMissing)('the capacity of a service', { timeout: 120_000 }, () => {
  it('ends at the rate at which its answers go wrong, however fast they are', async () => {
    const { code, out, load } = await climbed('load-reply-truncated');
    const [few, many, most] = load.steps ?? [];
    expect(few?.failures['wrong']).toBeUndefined();
    expect(many?.failures['wrong']).toBeGreaterThan(0);
    expect(many?.slo?.bounds).toMatchObject([{ text: 'ttfe.p50<30000ms' }, { text: 'wrong<=0%', is: 'violated' }]);
    // It does not climb on: the last step was to have 400 requests.
    expect(most?.counts.recorded ?? 0).toBeLessThan(300);
    expect(load.counts.recorded).toBeLessThan(load.counts.planned ?? 0);
    expect(out).toContain('wrong<=0%');
    // On a busy machine the first step may not be judged, and then nothing is told of those above it.
    const isJudged = few?.inconclusive === undefined;
    expect(load.capacity).toMatchObject(isJudged ? { heldPerS: 5, violatedPerS: 20 } : { inconclusivePerS: 5 });
    expect(isJudged ? [0] : [1, 2]).toContain(code);
  });

  it('is not ended by the rate where all of its answers are right', async () => {
    const { load } = await climbed();
    expect([load.failures['wrong'], load.wrongAnswers]).toEqual([undefined, undefined]);
    expect(load.capacity?.violatedPerS).toBeUndefined();
  });
});
