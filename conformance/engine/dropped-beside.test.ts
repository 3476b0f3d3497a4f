import { expect, it } from 'vitest';
import { startService } from '../../fixtures/index.ts';
import { checks } from '../index.ts';
import { judgeTarget } from '../judged-at.testing.ts';
import { startEndingBy } from './ending-service.testing.ts';

it('a request that ends the service, and is sent again, is accused, and none of those whose connections it ended', async () => {
  const service = await startService();
  const ending = await startEndingBy('4.01', service.url, { awayMs: 200 });
  const about = checks.filter(({ id, level }) => id.startsWith('speech.speed/') && level === 'MUST');
  const { findings, exchanges } = await judgeTarget(ending.url, about, { token: service.token, timeoutMs: 5_000 });
  ending.close();
  await service.close();
  const dropped = exchanges.filter(({ response }) => response.is === 'noAnswer' && response.because === 'dropped');
  expect(dropped.length).toBeGreaterThan(2);
  const accused = findings.filter(({ verdict }) => verdict.is !== 'pass');
  expect(accused.map(({ check, verdict }) => [check, verdict.is])).toEqual([
    ['speech.speed/rejects-above-maximum', 'fail'],
  ]);
});
