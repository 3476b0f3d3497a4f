import { runOnService } from '../../conformance/judged.testing.ts';
import { everyCheck } from '../../conformance/every.ts';
import type { Check } from '../../conformance/model/check.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import { isGenerated } from '../../conformance/model/generated.ts';
import type { Finding } from '../../conformance/model/run.ts';
import type { FaultId } from '../../fixtures/faults/index.ts';
import { knownFaults } from '../content/known-faults.ts';
import { matrixBehaviour, type MatrixBaseId } from '../matrix/bases.ts';

/** One service to check: a base with one fault or two. */
export type RecordJob = { readonly base: MatrixBaseId; readonly faults: readonly FaultId[]; readonly isWhole: boolean };

/** Timeout in milliseconds with room for a busy machine, whose delays are no hang. */
const patientMs = 3_000;
/** Number of chosen checks from which on a run of all checks is as fast. */
const mostChosen = 160;

/** The findings of a whole run that are not `pass`, and the exchanges that show the failures. */
export type RecordedFailures = { readonly findings: readonly Finding[]; readonly exchanges: readonly Exchange[] };

export async function recordRun({ base, faults, isWhole }: RecordJob): Promise<RecordedFailures> {
  const chosen = isWhole ? everyCheck : checksFor(faults);
  const run = await runOnService(matrixBehaviour(base, ...faults), chosen, { timeoutMs: patientMs });
  const findings = run.findings.filter(({ verdict }) => verdict.is !== 'pass');
  const shown = new Set(findings.flatMap(({ mismatches: [first] }) => first?.exchange ?? []));
  return { findings, exchanges: run.exchanges.filter(({ id }) => shown.has(id)) };
}

/**
 * The checks that are known to fail by these faults, those that lose their control by it, generated cases of the same
 * operations, and some of all others.
 */
function checksFor(ids: readonly FaultId[]): readonly Check[] {
  const mistakes = knownFaults().filter(({ fault }) => ids.some((id) => id === fault));
  const failing = new Set(mistakes.flatMap(({ checks }) => [...checks]));
  const operations = new Set([...failing].map(operationOf));
  const nth = [...ids.join()].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % oneIn;
  const chosen = everyCheck.filter(
    ({ id, control = '' }, at) =>
      failing.has(id) ||
      failing.has(control) ||
      (isGenerated({ check: id }) && operations.has(operationOf(id))) ||
      at % oneIn === nth,
  );
  return chosen.length > mostChosen ? everyCheck : chosen;
}

const oneIn = 41;

function operationOf(check: string): string {
  return check.slice(0, check.indexOf('.'));
}
