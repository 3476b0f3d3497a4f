import type { SelfTest, SelfTestFault } from '../../conformance/evidence/self-test.ts';
import type { Check } from '../../conformance/model/check.ts';
import { createEngine } from '../../conformance/engine/engine.ts';
import { sendFrom } from '../../conformance/http/transport.ts';
import type { Finding } from '../../conformance/model/run.ts';
import { everyCheck as all } from '../../conformance/every.ts';
import { behaviourWith, startService, type FaultId } from '../../fixtures/index.ts';
import { version } from '../package/version.ts';

/** A service of this very process answers within milliseconds, or is meant to hang. */
const timeoutMs = 1_500;
/** The valid one may take its time. */
const patientMs = 5_000;

/**
 * How well this very build finds mistakes, measured here and now: each fault that one of these checks names, on the
 * reference service, against the checks that name it; and the valid service against all of them. `npm run matrix`
 * measures more, and takes an hour.
 */
export async function selfTest(chosen: readonly Check[], tell: (done: number, of: number) => void): Promise<SelfTest> {
  // The services are of this thread, and so is who asks them.
  sendFrom(undefined);
  const startedAt = new Date().toISOString();
  const byFault = [...Map.groupBy(chosen, ({ fault }) => fault)];
  const valid = await judgedBy(chosen, undefined, patientMs);
  const faults: SelfTestFault[] = [];
  for (const [fault, naming] of byFault) {
    tell(faults.length, byFault.length);
    const findings = await judgedBy(naming, fault, timeoutMs);
    const ids = (isFound: boolean): readonly string[] =>
      findings.filter(({ verdict }) => (verdict.is === 'fail') === isFound).map(({ check }) => check);
    faults.push({ fault, foundBy: ids(true), missedBy: ids(false) });
  }
  return {
    schema: 'assay.self-test/1',
    tool: { name: 'assay', version },
    startedAt,
    endedAt: new Date().toISOString(),
    accusations: valid
      .filter(({ level, verdict }) => level === 'MUST' && verdict.is !== 'pass')
      .map(({ check }) => check),
    faults,
  };
}

async function judgedBy(
  naming: readonly Check[],
  fault: FaultId | undefined,
  timeoutMs: number,
): Promise<readonly Finding[]> {
  const service = await startService({ behaviour: behaviourWith(fault === undefined ? {} : { fault }), seed: 1 });
  const { url: target, token, otherToken, spentToken, provisioner } = service;
  const credentials = { target, token, otherToken, spentToken, provisioner };
  const options = { ...credentials, seed: 1, timeoutMs, concurrency: 8, headers: [], http2: false };
  const engine = createEngine(options, all, () => undefined, new AbortController().signal);
  try {
    return await Promise.all(naming.map((check) => engine.judge(check)));
  } finally {
    await engine.close();
    await service.close();
  }
}
