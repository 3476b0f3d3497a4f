import { createEngine } from '../../conformance/engine/engine.ts';
import { everyCheck as all } from '../../conformance/every.ts';
import type { Check } from '../../conformance/model/check.ts';
import type { Finding } from '../../conformance/model/run.ts';
import { behaviourWith, startService, type FaultId } from '../../fixtures/index.ts';

/** A service of this very process answers within milliseconds, or is meant to hang. */
export const timeoutMs = 1_500;
/** The valid one may take its time. */
export const patientMs = 5_000;

/** What these checks come to on a reference service of their own, with this fault or valid; `timeoutMs` for each request. */
export async function judgedWith(
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
