import { expect, it } from 'vitest';
import { checksNamed, judgeTarget } from '../../conformance/judged-at.testing.ts';
import { isTimeUp } from '../../conformance/engine/time/time-is-up.ts';
import { startService } from '../../fixtures/index.ts';
import { stallWatch } from './run-ends.ts';

it('ends what an engine waits for, and leaves what was not judged inconclusive', async () => {
  const { url, token, close } = await startService({ seed: 1, delayMs: 60_000 });
  const watch = stallWatch(300, 50);
  const { signal } = watch;
  const checks = checksNamed('voices.list/lists-each-once', 'chat.request/accepts-least');
  const { findings } = await judgeTarget(url, checks, { token, timeoutMs: 50_000, signal });
  await close();
  expect(isTimeUp(signal)).toBe(true);
  expect(watch.up()?.unreached).toBe('standstill');
  expect(findings.map(({ verdict }) => verdict.is)).toEqual(['inconclusive', 'inconclusive']);
});
