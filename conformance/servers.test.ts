import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { tokens, type Mistake } from '../fixtures/servers/business.ts';
import { startExpress } from '../fixtures/servers/express.ts';
import { startFastify } from '../fixtures/servers/fastify.ts';
import { startGo } from '../fixtures/servers/go.ts';
import type { RunningServer } from '../fixtures/servers/running.ts';
import type { Check } from './model/check.ts';
import type { Level } from './model/level.ts';
import type { Finding } from './model/run.ts';
import { everyCheck } from './every.ts';
import { checksNamed, judgeTarget } from './judged-at.testing.ts';

type Start = (mistake?: Mistake) => Promise<RunningServer>;

async function judged(
  start: Start,
  mistake: Mistake | undefined,
  checks: readonly Check[],
): Promise<readonly Finding[]> {
  const { url, close } = await start(mistake);
  try {
    const provisioner = `${url}/provision`;
    const options = { ...tokens, provisioner, timeoutMs: 5_000, concurrency: 4, suite: everyCheck };
    return (await judgeTarget(url, checks, options)).findings;
  } finally {
    await close();
  }
}

const unmet = (findings: readonly Finding[], level: Level): readonly string[] =>
  findings
    .filter((finding) => finding.level === level && finding.verdict.is !== 'pass')
    .filter(({ verdict }) => verdict.is !== 'notApplicable')
    .map(({ check, verdict }) => `${check}: ${'because' in verdict ? verdict.because : verdict.is}`);

type Mistaken = readonly [mistake: Mistake, check: string];

/** Each keeps the interface with what its framework does by itself; that meets every rule of HTTP, too. */
function testServer(name: string, start: Start, [mistake, check]: Mistaken): void {
  describe(`a valid service on ${name}`, { timeout: 180_000 }, () => {
    it('keeps every MUST, with all that its author gives tokens for', async () => {
      const findings = await judged(start, undefined, everyCheck);
      expect(unmet(findings, 'MUST')).toEqual([]);
      expect(unmet(findings, 'HTTP')).toEqual([]);
    });
    it(`is found out where its author made a mistake: ${mistake}`, async () => {
      const [finding] = await judged(start, mistake, checksNamed(check));
      expect(finding).toMatchObject({ check, verdict: { is: 'fail' } });
    });
  });
}

testServer('Express 5', startExpress, ['any-speed', 'speech.speed/rejects-above-maximum']);
testServer('Fastify 5', startFastify, ['free-streams', 'metering.credit-balance/stream-is-charged']);

const hasGo = spawnSync('go', ['version']).status === 0;
if (!hasGo) console.warn('SKIPPED: the service on Go net/http, as Go is not installed.');
describe.skipIf(!hasGo)('with Go', () => {
  testServer('Go net/http', startGo, [
    'anyones-session',
    'sessions.isolation/other-workspace-knows-nothing-with-the-same-bot',
  ]);
});
