import { describe, expect, it } from 'vitest';
import { planOf, planOptions, plannedOperation, type PlanOptions } from './plan.ts';
import { profileOf, stepBounds } from './profile.ts';
import { resolveRates, type RequestedPlan } from './resolve.ts';
import { loadScenario } from './scenarios.ts';
import { scheduleOf } from './scheduled-times.ts';

function options(name: string, more: Partial<PlanOptions> = {}, asked: RequestedPlan = {}): PlanOptions {
  const scenario = loadScenario(name);
  if (scenario === undefined) throw new Error(`there is no ${name}`);
  const rates = resolveRates(scenario, { ratePerS: 10, durationMs: 2_000, ...asked });
  return { scenario, arrivals: 'constant', rates, seed: 1, ...more };
}

describe('a plan', () => {
  it('is the schedule of a level scenario, and what it costs', () => {
    const plan = planOf(options('stream', { arrivals: 'poisson' }));
    expect(plan.starts.map(({ atMs }) => atMs)).toEqual([
      ...scheduleOf({ arrivals: 'poisson', ratePerS: 10, durationMs: 2_000, seed: 1 }),
    ]);
    expect(plan).toMatchObject({ requests: plan.starts.length, credits: plan.starts.length, durationMs: 2_000 });
    expect(planOf(options('speech'))).toMatchObject({ requests: 20, credits: 60 });
    expect(planOf(options('voices'))).toMatchObject({ requests: 20, credits: 0 });
  });

  it('ends before the first request that the credits do not cover', () => {
    const cut = { requests: 7, credits: 7, requestsAsked: 20, durationMs: 700 };
    expect(planOf(options('stream', { maxCredits: 7 }))).toMatchObject(cut);
    expect(planOf(options('speech', { maxCredits: 7 }))).toMatchObject({ requests: 2, credits: 6, durationMs: 200 });
    expect(planOf(options('stream', { maxCredits: 20 }))).toMatchObject({ requests: 20, durationMs: 2_000 });
    expect(planOf(options('stream', { maxCredits: 0 })).requests).toBe(0);
  });

  it('covers sessions whole, or not at all', () => {
    expect(planOf(options('conversation', {}, { turns: 3 }))).toMatchObject({ turns: 3, requests: 60, credits: 60 });
    expect(planOf(options('conversation', { maxCredits: 7 }, { turns: 3 }))).toMatchObject({ requests: 6, credits: 6 });
  });

  it('opens a session with a whole chat, whose reply is sure to carry the sessionId', () => {
    const sessions = options('conversation', {}, { turns: 3 });
    const names = [0, 1, 2, 3].map((index) => plannedOperation(sessions, { atMs: 0 }, index));
    expect(names).toEqual(['chat', 'stream', 'stream', 'chat']);
  });

  it('has in each step the requests of its rate', () => {
    for (const name of ['spike', 'capacity']) {
      const given = options(name, {}, { durationMs: 12_000, peakRatePerS: 50, steps: 4 });
      const steps = stepBounds(profileOf(name === 'spike' ? 'spike' : 'stepLoad', given.rates));
      const { starts, durationMs } = planOf({ ...given, maxCredits: 1_000 });
      const counts = steps.map(({ fromMs, toMs }) => starts.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).length);
      steps.forEach(({ fromMs, toMs, ratePerS }, place) => {
        const wanted = ((toMs - fromMs) / 1000) * ratePerS;
        expect(Math.abs((counts[place] ?? 0) - wanted)).toBeLessThanOrEqual(1);
      });
      expect(Math.max(...steps.map(({ ratePerS }) => ratePerS))).toBe(50);
      expect(durationMs).toBe(12_000);
    }
  });

  it('follows a trace, as far as the duration', () => {
    const trace = [{ atMs: 5 }, { atMs: 900, operation: 'speech' as const }, { atMs: 3_000.5 }];
    const traced = { arrivals: 'trace', trace } as const;
    expect(planOf(options('stream', traced))).toMatchObject({ requests: 2, credits: 4 });
    const { scenario } = options('stream');
    const whole = planOptions(scenario, {}, trace);
    expect(planOf(whole)).toMatchObject({ requests: 3, durationMs: 3_000.501 });
    expect(whole).toMatchObject({
      arrivals: 'trace',
      seed: 1,
      rates: { ratePerS: 1, warmupMs: expect.closeTo(600, 0) },
    });
    expect(planOptions(scenario, { durationMs: 1_000 }, trace).rates).toMatchObject({ ratePerS: 2 });
    const longer = planOptions(scenario, { durationMs: 30_000 }, trace);
    expect([planOf(longer).durationMs, longer.rates.ratePerS]).toEqual([3_000.501, 1]);
    expect(plannedOperation(whole, { atMs: 900, operation: 'speech' }, 1)).toBe('speech');
  });
});

describe('what was asked for', () => {
  const of = (name: string, asked: RequestedPlan = {}) =>
    options(name, {}, { ratePerS: undefined, durationMs: undefined, ...asked }).rates;
  it('is filled up by the scenario', () => {
    expect(of('stream')).toEqual({ ratePerS: 5, durationMs: 10_000, warmupMs: 2_000 });
    expect(of('spike', { ratePerS: 3 })).toEqual({
      ratePerS: 3,
      durationMs: 30_000,
      warmupMs: 6_000,
      peakRatePerS: 15,
    });
    expect(of('capacity')).toMatchObject({ steps: 8, peakRatePerS: 40, warmupMs: 2_000 });
    expect(of('conversation')).toMatchObject({ turns: 4, thinkMs: 2_000 });
  });
  it('is left out where the scenario has no such thing', () => {
    expect(of('stream', { steps: 3, turns: 2, peakRatePerS: 9, thinkMs: 1 })).toEqual(of('stream'));
  });
});

describe('a plan of a closed loop', () => {
  const sweep = (more: Partial<PlanOptions> = {}) => {
    const scenario = loadScenario('sweep');
    if (scenario === undefined) throw new Error('there is no sweep');
    return planOf({ ...planOptions(scenario, { concurrency: [1, 4, 2], durationMs: 1_000 }), ...more });
  };
  it('begins with as many users as its largest level has, each at its first level', () => {
    const plan = sweep();
    expect(plan).toMatchObject({ requests: 4, requestsAsked: 4, turns: 1, credits: Number.POSITIVE_INFINITY });
    expect(plan.durationMs).toBe(3_000);
    const [first, ...others] = plan.starts.map(({ atMs }) => atMs);
    expect(first).toBe(0);
    expect(Math.min(...others)).toBeGreaterThan(0);
  });
  it('has credits in whole requests of one price, all of them where prices differ, and none where nothing costs', () => {
    expect(sweep({ mix: { speech: 1 }, maxCredits: 7 })).toMatchObject({ credits: 6, requests: 4 });
    expect(sweep({ mix: { speech: 1, chat: 1 }, maxCredits: 7 })).toMatchObject({ credits: 7, requests: 4 });
    expect(sweep({ mix: { voices: 1 }, maxCredits: 7 })).toMatchObject({ credits: 0, requests: 4 });
  });
  it('begins with nobody where the credits cover no request', () => {
    expect(sweep({ mix: { speech: 1 }, maxCredits: 2 })).toMatchObject({ credits: 0, requests: 0, requestsAsked: 4 });
  });
});
