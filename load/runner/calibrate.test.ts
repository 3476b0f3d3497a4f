import { describe, expect, it } from 'vitest';
import { startEmitter } from '../../fixtures/emitter/index.ts';
import { raiseLoad, loadOfRate, loadOfStreams, measureStep, whyStepFailed, type CalibrationStep } from './calibrate.ts';
import type { InterruptSignal } from './interrupts.ts';
import { k6ForTests, k6IsMissing } from './needs-k6.testing.ts';

const stepWith = (streams: number, p99: number): CalibrationStep => ({
  streams,
  ratePerS: streams / 3,
  eventsPerS: streams * 50,
  events: 1_000,
  errorMs: { p50: 0.1, p99, max: 9 },
  uncertainShare: 0,
  lagP99Ms: 1,
  requests: 100,
  failed: 0,
});

describe('a ladder', () => {
  const loads = [10, 20, 40, 80].map(loadOfStreams);
  it('is climbed until the error passes the bound', async () => {
    const seen: number[] = [];
    const measure = async ({ streams }: { streams: number }) => stepWith(streams, streams > 20 ? 1.2 : 0.3);
    const ladder = await raiseLoad(loads, measure, 1, ({ streams }) => void seen.push(streams));
    expect(seen).toEqual([10, 20, 40]);
    expect(ladder).toMatchObject({ held: { streams: 20 }, steps: { length: 3 } });
  });
  it('holds nothing where the first step does not', async () => {
    const ladder = await raiseLoad(
      loads,
      async ({ streams }) => stepWith(streams, 2),
      1,
      () => undefined,
    );
    expect(ladder.held).toBeUndefined();
  });
  it.each<[Partial<CalibrationStep>, RegExp]>([
    [{ failed: 40 }, /^40 of 100 requests were not sent, or not answered in full$/],
    [{ errorMs: { p50: 0.1, p99: 1.2, max: 9 } }, /^error p99 expected at most 1 ms, observed 1\.2 ms$/],
    [{ lagP99Ms: 700 }, /^requests were sent late: lag p99 expected at most 10 ms, observed 700 ms$/],
    [{ uncertainShare: 0.3 }, /^30 % of the events are known only to have arrived before .* expected at most 1 %$/],
  ])('stops at a step with %j', async (changes, because) => {
    const spoilt = { ...stepWith(40, 0.3), ...changes };
    expect(whyStepFailed(spoilt, 1)).toMatch(because);
    const measure = async ({ streams }: { streams: number }) => (streams > 20 ? spoilt : stepWith(streams, 0.3));
    expect(await raiseLoad(loads, measure, 1, () => undefined)).toMatchObject({
      held: { streams: 20 },
      steps: { length: 3 },
    });
  });
  it('ends where nothing could be measured, and says why', async () => {
    const ladder = await raiseLoad(
      loads,
      async () => ({ because: 'k6 ended' }),
      1,
      () => undefined,
    );
    expect(ladder).toEqual({ steps: [], held: undefined, notMeasured: { because: 'k6 ended' } });
  });
});

describe('an interruption between two steps', () => {
  it('ends the ladder before k6 is started again', async () => {
    const server = await startEmitter({ firstMs: 20, gapMs: 20, events: 1 });
    try {
      const interruptedBy = (): InterruptSignal => 'SIGTERM';
      const given = { server, k6Path: '/nowhere/k6', env: process.env, interruptedBy };
      const ladder = await raiseLoad(
        [loadOfRate(20), loadOfRate(40)],
        (load) => measureStep(given, load),
        1,
        () => undefined,
      );
      expect(ladder).toEqual({
        steps: [],
        held: undefined,
        notMeasured: { because: 'interrupted', by: 'SIGTERM' },
      });
    } finally {
      await server.close();
    }
  });
});

describe.skipIf(k6IsMissing)('a step', { timeout: 120_000 }, () => {
  it('knows the error of every event that it saw', async () => {
    const server = await startEmitter({ firstMs: 20, gapMs: 20, events: 1 });
    try {
      const given = { server, k6Path: k6ForTests(), env: process.env };
      const step = await measureStep(given, { ...loadOfRate(20), durationS: 2 });
      if ('because' in step) throw new Error(step.because);
      expect(step).toMatchObject({ ratePerS: 20, events: 40, eventsPerS: 40, requests: 20, failed: 0 });
      // No event is seen before it was written.
      expect(step.errorMs.p50).toBeGreaterThan(0);
      expect(step.errorMs.max).toBeGreaterThanOrEqual(step.errorMs.p99);
    } finally {
      await server.close();
    }
  });
});
