import type { SelfTest, SelfTestFault } from '../../conformance/evidence/self-test.ts';
import type { Check } from '../../conformance/model/check.ts';
import { sendFrom } from '../../conformance/http/transport.ts';
import { version } from '../package/version.ts';
import { judgeService, patientTimeoutMs, timeoutMs } from './judged-with.ts';

/**
 * How well this build finds faults, measured at this moment: each fault that one of these checks names, on the
 * reference service, with the checks that name it; and the valid service with all of them. `npm run matrix` measures
 * more and takes an hour.
 */
export async function selfTest(chosen: readonly Check[], tell: (done: number, of: number) => void): Promise<SelfTest> {
  // The services run in this thread, so requests are sent from it too.
  sendFrom(undefined);
  const startedAt = new Date().toISOString();
  const byFault = [...Map.groupBy(chosen, ({ fault }) => fault)];
  const valid = await judgeService(chosen, undefined, patientTimeoutMs);
  const faults: SelfTestFault[] = [];
  for (const [fault, naming] of byFault) {
    tell(faults.length, byFault.length);
    const findings = await judgeService(naming, fault, timeoutMs);
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
