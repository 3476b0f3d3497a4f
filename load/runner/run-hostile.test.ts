import { describe, expect, it } from 'vitest';
import { namelessUrl, refusingUrl, startHostile, type HostileKind } from '../../fixtures/hostile/index.ts';
import type { RequestRecord } from '../records/record.ts';
import { clockedServer } from './clocked-server.testing.ts';
import { k6IsMissing } from './needs-k6.testing.ts';
import { run, type ScenarioRun } from './run.testing.ts';

/** Six requests within a second; none is given up because the machine is busy. */
const brief = { arrivals: 'constant', ratePerS: 6, durationS: 1, warmupS: 0, maxLagMs: 60_000 } as const;

/** For targets that never end an answer. */
const givenUp = { timeoutMs: 1_000 } as const;

async function against(kind: HostileKind, options: Partial<Parameters<typeof run>[0]> = {}): Promise<ScenarioRun> {
  const hostile = await startHostile(kind, { tls: options.target === 'https' });
  try {
    return await run({ ...brief, ...options, target: hostile.url });
  } finally {
    await hostile.close();
  }
}

/** Every request of the plan has a record, and each says the same of how it ended. */
function expectAll({ outcome, requests }: ScenarioRun, wanted: Partial<RequestRecord>, planned = 6): void {
  expect(requests).toMatchObject({ torn: false, unreadable: [] });
  expect(requests.records.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual([...Array(planned).keys()]);
  for (const record of requests.records) expect(record).toMatchObject(wanted);
  const { outcome: how = '' } = wanted;
  const load = { complete: true, failures: how === 'ok' ? {} : { [how]: planned } };
  expect(outcome).toMatchObject({ is: 'done', load });
}

describe.skipIf(k6IsMissing)(
  'a run against a target that fails keeps a record of each request',
  { timeout: 120_000 },
  () => {
    it('that nobody listens at', async () => {
      expectAll(await run({ ...brief, target: await refusingUrl() }), {
        outcome: 'refused',
        because: 'connection refused',
      });
    });
    it('whose name has no address', async () => {
      expectAll(await run({ ...brief, target: namelessUrl }), { outcome: 'refused' });
    });
    it('that speaks TLS with a certificate of nobody', async () => {
      const wanted = { outcome: 'refused', because: 'the certificate is of an unknown authority' };
      expectAll(await against('server error', { target: 'https' }), wanted);
    });
    it.each([
      ['closes', { outcome: 'reset' }],
      ['resets in an event', { outcome: 'reset', status: 200 }],
      ['closes in an event', { outcome: 'truncated', status: 200 }],
      ['half an event, then the end', { outcome: 'unterminated', status: 200 }],
      ['a million empty lines', { outcome: 'ok', events: [expect.any(Number) as number] }],
      ['HTML as a stream', { outcome: 'wrong', status: 200 }],
      ['stream in gzip', { outcome: 'invalid', status: 200 }],
      ['is not HTTP', { outcome: 'invalid' }],
      ['too many requests', { outcome: 'http-429', status: 429 }],
    ] as const)('%s', async (kind, wanted) => {
      expectAll(await against(kind), wanted);
    });
    it.each([
      ['half an event, then silence', { outcome: 'timeout', status: 200 }],
      ['says nothing', { outcome: 'timeout' }],
    ] as const)('%s', async (kind, wanted) => {
      expectAll(await against(kind, givenUp), wanted);
    });
    it('one event of 1 GB', async () => {
      const ran = await against('1 GB event', { ratePerS: 1 });
      expectAll(ran, { outcome: 'ok', events: [expect.any(Number) as number] }, 1);
      expect(ran.requests.records[0]?.bytes).toBeGreaterThan(2 ** 30);
    });
  },
);

describe.skipIf(k6IsMissing)('a run that cannot go on', { timeout: 120_000 }, () => {
  it('stops where 402s come in a row, with the records until then', async () => {
    await using good = await clockedServer({ firstMs: 10, gapMs: 1, events: 3 });
    const hostile = await startHostile('payment required', {
      behind: good.url,
      on: () => hostile.requests.length >= 5,
    });
    try {
      const { outcome, requests } = await run({ ...brief, durationS: 60, target: hostile.url });
      expect(outcome).toMatchObject({
        is: 'stopped',
        by: 'credits',
        because: 'credits exhausted',
        load: { complete: false },
      });
      expect(requests).toMatchObject({ torn: false, unreadable: [] });
      // One that was cut off on its way has a record, and may not have reached the server.
      const recorded = new Set(requests.records.map(({ id }) => id));
      expect(hostile.requests.filter(({ headers }) => !recorded.has(String(headers['x-request-id'])))).toEqual([]);
      expect(requests.records.filter(({ status }) => status === 402).length).toBeGreaterThan(0);
      expect(requests.records.filter(({ outcome: how }) => how === 'ok').length).toBeGreaterThan(0);
    } finally {
      await hostile.close();
    }
  });

  it('goes on after a single 402, and in a workspace of its own after any', async () => {
    await using good = await clockedServer({ firstMs: 10, gapMs: 1, events: 3 });
    for (const [ownWorkspace, isRefused, expected] of [
      [undefined, (request: number) => request === 5, 1],
      [true, (request: number) => request >= 5, 7],
    ] as const) {
      const hostile = await startHostile('payment required', {
        behind: good.url,
        on: () => isRefused(hostile.requests.length),
      });
      try {
        const { outcome } = await run({ ...brief, durationS: 2, target: hostile.url, ownWorkspace });
        expect(outcome).toMatchObject({ is: 'done', load: { complete: true, failures: { 'http-402': expected } } });
        expect(outcome.load?.uncovered).toBe(ownWorkspace);
      } finally {
        await hostile.close();
      }
    }
  });
});
