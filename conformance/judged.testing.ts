import { startService, type Behaviour } from '../fixtures/index.ts';
import type { Check } from './model/check.ts';
import type { EngineOptions } from './engine/engine.ts';
import type { Finding } from './model/run.ts';
import { everyCheck } from './every.ts';
import { judgeTarget, type JudgedRun } from './judged-at.testing.ts';

/** A self-test's target answers within milliseconds, or is meant to hang; a busy machine makes it some hundreds. */
const shortTimeoutMs = 1_500;

/** The findings of these checks on the reference service with this behaviour: the self-tests' way in. */
export async function judgeService(
  behaviour: Behaviour,
  checks: readonly Check[],
  more: Partial<EngineOptions> = {},
): Promise<readonly Finding[]> {
  return (await runOnService(behaviour, checks, more)).findings;
}

/** The same, with the exchanges that the findings name. */
export async function runOnService(
  behaviour: Behaviour,
  checks: readonly Check[],
  more: Partial<EngineOptions> = {},
): Promise<JudgedRun> {
  const service = await startService({ behaviour, seed: 1 });
  const { url, token, otherToken, spentToken, provisioner } = service;
  const options = { token, otherToken, spentToken, provisioner, timeoutMs: shortTimeoutMs, ...more };
  try {
    return await judgeTarget(url, checks, { suite: everyCheck, ...options });
  } finally {
    await service.close();
  }
}
