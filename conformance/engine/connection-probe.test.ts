import { expect, it } from 'vitest';
import { startService, validExcept, type Behaviour } from '../../fixtures/index.ts';
import { startOneConnection } from '../../fixtures/servers/one-connection.ts';
import { everyCheck } from '../every.ts';
import { checks } from '../index.ts';
import { judgeTarget, type JudgedRun } from '../judged-at.testing.ts';
import { selectChecks } from '../model/select.ts';
import { isConnectionLook } from './connection-probe.ts';

type Run = JudgedRun & { readonly lines: readonly string[]; readonly tookMs: number };

/** Judges checks of lists, chats and speeches, at a service that is reached through `before`. */
async function judgedThrough(
  before: (url: string) => Promise<{ readonly url: string; readonly close: () => Promise<void> }>,
  concurrency: number,
  change: Partial<Behaviour> = {},
): Promise<Run> {
  const service = await startService({ behaviour: validExcept(change), seed: 1 });
  const front = await before(service.url);
  const provisioner = front.url + new URL(service.provisioner).pathname;
  const { token, otherToken } = service;
  const lines: string[] = [];
  const tellWait = (line: string): void => void lines.push(line);
  const options = { token, otherToken, provisioner, timeoutMs: 10_000, concurrency, suite: everyCheck, tellWait };
  const chosen = selectChecks(checks, { only: ['speech.speed/*', 'auth.token/*', 'metering.races/chats'] });
  const begunMs = performance.now();
  try {
    return { ...(await judgeTarget(front.url, chosen, options)), lines, tookMs: performance.now() - begunMs };
  } finally {
    await front.close();
    await service.close();
  }
}

const directly = async (url: string) => ({ url, close: async () => undefined });
const oneAtATime = async (url: string) => startOneConnection(url, 5_000);
const unmet = ({ findings }: Run) =>
  findings.flatMap(({ check, verdict }) => (verdict.is === 'pass' ? [] : [{ check, verdict }]));

it(
  'sees that a target serves one connection at a time, says so, and judges all of it',
  { timeout: 60_000 },
  async () => {
    const run = await judgedThrough(oneAtATime, 8);
    expect(unmet(run)).toEqual([]);
    expect(run.lines).toEqual([
      'the target serves one connection at a time: from now on each is closed before another is opened, as with --concurrency 1',
    ]);
    expect(run.events).toContainEqual({
      is: 'journalEntry',
      entry: { is: 'oneConnection', since: expect.any(String) },
    });
    expect(run.tookMs).toBeLessThan(20_000);
  },
);
it('judges it with --concurrency 1 too, and waits for no connection of its own', { timeout: 60_000 }, async () => {
  const run = await judgedThrough(oneAtATime, 1);
  expect(unmet(run)).toEqual([
    {
      check: 'metering.races/chats',
      verdict: {
        is: 'inconclusive',
        because:
          'no two of them were under way at the same time: run again with --concurrency 2 or more, and with less other work on this machine',
      },
    },
  ]);
  expect(run.exchanges.flatMap(({ id, response }) => (response.endedAtMs > 4_500 ? [id] : []))).toEqual([]);
});
it('asks that of a service whose speeches take long, and is told otherwise', { timeout: 60_000 }, async () => {
  const run = await judgedThrough(directly, 8, {
    delayMsFor: (operation, askedMs) => (operation === 'speech' ? 1_300 : askedMs),
  });
  expect(unmet(run)).toEqual([]);
  expect(new Set(run.exchanges.filter((each) => isConnectionLook(each)).map(({ probe }) => probe)).size).toBe(1);
  expect(run.lines).toEqual([]);
});
