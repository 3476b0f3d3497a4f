import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmitter } from '../../fixtures/emitter/index.ts';
import { startService, type RunningService } from '../../fixtures/index.ts';
import { canaryOf } from '../evidence/canary.ts';
import { judgedLoad } from '../verdict/judged-load.ts';
import { clockedServer } from './clocked-server.testing.ts';
import { k6IsMissing } from './needs-k6.testing.ts';
import { planRun } from './plan-run.ts';
import { run, type ScenarioRun } from './run.testing.ts';
import { loadScenario } from '../plan/scenarios.ts';
import type { RunScenarioOptions } from './options.ts';

/** No request is given up because the machine is busy. */
const brief = {
  arrivals: 'constant',
  ratePerS: 10,
  durationS: 1,
  warmupS: 0.2,
  seed: 3,
  maxLagMs: 60_000,
} as const;

describe.skipIf(k6IsMissing)('a scenario', { timeout: 120_000 }, () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ pace: { firstEventMs: 5, gapMs: 2, events: 4 } });
  });
  afterAll(() => service.close());

  /** Runs it against the reference service, and holds that all that was planned is there and went well. */
  async function good(scenario: string, options: Partial<RunScenarioOptions> = {}): Promise<ScenarioRun> {
    const { url, token } = service;
    const given = { ...brief, scenario, target: url, token, botId: 'support', ...options };
    const ran = await run(given);
    const found = loadScenario(scenario);
    const plan = found && planRun(found, given);
    expect(ran.requests.records.map(({ outcome, because }) => because ?? outcome)).toEqual(
      Array.from({ length: plan?.requests ?? 0 }, () => 'ok'),
    );
    expect(ran.outcome).toMatchObject({ is: 'done', load: { complete: true, scenario, credits: plan?.credits } });
    return ran;
  }
  const operationsOf = ({ requests: { records } }: ScenarioRun): ReadonlySet<string | undefined> =>
    new Set(records.map(({ operation }) => operation));

  it.each(['stream', 'chat', 'voices'])('%s does what its name says', async (name) => {
    expect(operationsOf(await good(name))).toEqual(new Set([name]));
  });

  it('speech measures audio against the characters that were spoken', async () => {
    const ran = await good('speech', { ratePerS: 4, format: 'wav' });
    for (const { chars, audioSeconds, format } of ran.requests.records) {
      expect(format).toBe('wav');
      expect(chars).toBeGreaterThan(10);
      expect(audioSeconds).toBeGreaterThan(0);
    }
  });

  it('conversation sends every turn of a session, one after the other, in one conversation', async () => {
    const ran = await good('conversation', { ratePerS: 3, turns: 3, thinkMs: 60 });
    const sessions = Map.groupBy(ran.requests.records, ({ session }) => session);
    expect(new Set(sessions.keys())).toEqual(new Set(['0', '1', '2']));
    for (const turns of sessions.values()) {
      const [first, second, third] = turns.toSorted((a, b) => a.index - b.index);
      expect([first?.operation, second?.operation, third?.operation]).toEqual(['chat', 'stream', 'stream']);
      expect((second?.intended ?? 0) - (first?.end ?? 0)).toBeGreaterThanOrEqual(30);
      expect((third?.intended ?? 0) - (second?.end ?? 0)).toBeLessThanOrEqual(91);
    }
  });

  it('conversation continues with the sessionId of the first reply', async () => {
    await using server = await clockedServer({ firstMs: 5, gapMs: 1, events: 2 });
    await run({ ...brief, scenario: 'conversation', target: server.url, ratePerS: 2, turns: 3, thinkMs: 20 });
    const asked = server.served.map(({ path, id, body }) => {
      const { sessionId } = JSON.parse(body) as { readonly sessionId?: string };
      return { opens: path.endsWith('/chat'), id, sessionId };
    });
    const opened = asked.filter(({ opens }) => opens).map(({ id }) => `of ${id}`);
    expect(opened).toHaveLength(2);
    const continued = asked.flatMap(({ opens, sessionId }) => (opens ? [] : [sessionId ?? 'none']));
    expect(continued).toHaveLength(4);
    expect(new Set(continued)).toEqual(new Set(opened));
  });

  it('conversation continues with a number of 64 bits as it stands, whatever JavaScript makes of it', async () => {
    // Both are 9007199254740992 to JSON.parse.
    const sessionOf = (id: string): string => `900719925474099${id.endsWith('-0') ? 2 : 3}`;
    await using server = await clockedServer({ firstMs: 5, gapMs: 1, events: 2, sessionOf });
    const given = { ...brief, scenario: 'conversation', target: server.url, ratePerS: 2, turns: 3, thinkMs: 20 };
    const { requests } = await run(given);
    const continued = server.served.filter(({ path }) => !path.endsWith('/chat'));
    const digits = continued.map(({ body }) => /"sessionId":(\d+)\}$/.exec(body)?.[1] ?? body);
    expect(digits.toSorted()).toEqual(['2', '2', '3', '3'].map((last) => `900719925474099${last}`));
    expect(requests.records.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 6 }, () => 'ok'));
  });

  it.each(['mixed', 'soak'])('%s blends the operations', async (name) => {
    const ran = await good(name, { mix: 'stream=1,chat=1,voices=1,speech=1', ratePerS: 20 });
    expect(operationsOf(ran)).toEqual(new Set(['stream', 'chat', 'voices', 'speech']));
    expect(Object.keys((ran.outcome.is === 'done' && ran.outcome.load.operations) || {})).toHaveLength(4);
  });

  it.each(['spike', 'capacity'])('%s has a rate for each of its steps', async (name) => {
    const ran = await good(name, { durationS: 3, ratePerS: 4, peakRatePerS: 20, steps: 3, slo: 'failures<50%' });
    if (ran.outcome.is !== 'done') throw new Error('it is not done');
    const judged = judgedLoad(ran.outcome.load);
    expect(judged.steps?.map(({ step }) => step.ratePerS)).toEqual(name === 'spike' ? [4, 20, 4] : [4, 8.94, 20]);
  });

  it('ends where the credits do', async () => {
    const ran = await good('speech', { maxCredits: 10, format: 'wav' });
    expect(ran.requests.records).toHaveLength(3);
  });

  it('has a canary whose error is known, and that is in no figure', async () => {
    const emitter = await startEmitter({ firstMs: 20, gapMs: 20, events: 1 });
    try {
      const { url, token } = service;
      const ran = await run({ ...brief, durationS: 2, target: url, token, botId: 'support', canaryUrl: emitter.url });
      if (ran.outcome.is !== 'done') throw new Error(JSON.stringify(ran.outcome));
      const { header, canaries, load } = ran.outcome;
      expect(load.counts.recorded).toBe(20);
      const written = new Map((await emitter.take()).map(({ id, writtenNs }) => [id, writtenNs]));
      const canary = canaryOf([{ header, records: canaries, written }]);
      expect(canary?.events).toBe(90);
      expect(canary?.errorMs.p50).toBeGreaterThan(0);
    } finally {
      await emitter.close();
    }
  });
});
