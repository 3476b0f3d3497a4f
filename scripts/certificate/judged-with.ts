import { createEngine } from '../../conformance/engine/engine.ts';
import { everyCheck as all } from '../../conformance/every.ts';
import type { Check } from '../../conformance/model/check.ts';
import type { Finding } from '../../conformance/model/run.ts';
import { behaviourWith, startService, type FaultId } from '../../fixtures/index.ts';

/**
 * Timeout in milliseconds for services with a fault: in this process they answer within milliseconds or hang on
 * purpose.
 */
export const timeoutMs = 1_500;
/** Timeout in milliseconds for the valid service, which may be slow on a busy machine. */
export const patientTimeoutMs = 5_000;

/**
 * The findings of these checks on a reference service of their own, with this fault or valid; `timeoutMs` is the limit
 * of each request.
 */
export async function judgeService(
  naming: readonly Check[],
  fault: FaultId | undefined,
  timeoutMs: number,
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly Finding[]> {
  const service = await startService({ behaviour: behaviourWith(fault === undefined ? {} : { fault }), seed: 1 });
  const { url: target, token, otherToken, spentToken, provisioner } = service;
  const credentials = { target, token, otherToken, spentToken, provisioner };
  const options = { ...credentials, seed: 1, timeoutMs, concurrency: 8, headers: [], http2: false };
  const engine = createEngine(options, all, () => undefined, signal);
  try {
    return await Promise.all(naming.map((check) => engine.judge(check)));
  } finally {
    await engine.close();
    await service.close();
  }
}
