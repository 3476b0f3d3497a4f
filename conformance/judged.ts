import { startService, type Behaviour } from '../fixtures/index.ts';
import type { Check } from './core/check.ts';
import { createEngine, type EngineOptions } from './core/engine.ts';
import type { Finding } from './core/run.ts';
import { everyCheck as all } from './every.ts';

/** A self-test's target answers within milliseconds, or is meant to hang; a busy machine makes it some hundreds. */
const shortTimeoutMs = 1_500;

/** The findings of these checks on the reference service with this behaviour: the self-tests' way in. */
export async function judgedOn(
  behaviour: Behaviour,
  checks: readonly Check[],
  more: Partial<EngineOptions> = {},
): Promise<readonly Finding[]> {
  const service = await startService({ behaviour, seed: 1 });
  const { url, token, otherToken, spentToken, provisioner } = service;
  const options = {
    target: url,
    token,
    otherToken,
    spentToken,
    provisioner,
    seed: 1,
    timeoutMs: shortTimeoutMs,
    concurrency: 8,
    headers: [],
    http2: false,
    ...more,
  };
  const engine = createEngine(options, all, () => undefined, new AbortController().signal);
  try {
    return await Promise.all(checks.map((check) => engine.judge(check)));
  } finally {
    await engine.close();
    await service.close();
  }
}
