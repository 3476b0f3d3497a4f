import type { Cause } from '../../contract/formats/run.ts';
import type { Finding } from '../../model/run.ts';

/** An error of the service in full, with its status. */
const error = /^status [45]\d\d, ./;

/** The causes with the checks that could not be judged as they met an error that a failure of the cause shows. */
export function withOpen(causes: readonly Cause[], findings: readonly Finding[]): Cause[] {
  const open = findings.filter(({ verdict }) => verdict.is === 'inconclusive');
  const byCheck = Map.groupBy(findings, ({ check }) => check);
  const told = new Set<string>();
  return causes.map((cause) => {
    const errors = new Set(cause.checks.flatMap((id) => (byCheck.get(id) ?? []).flatMap(errorsIn)));
    const met = open.filter(({ check, verdict }) => {
      const because = 'because' in verdict ? verdict.because : '';
      return !told.has(check) && [...errors].some((each) => because.includes(each));
    });
    for (const { check } of met) told.add(check);
    return met.length === 0 ? cause : { ...cause, open: met.map(({ check }) => check) };
  });
}

function errorsIn({ verdict, mismatches }: Finding): readonly string[] {
  if (verdict.is !== 'fail') return [];
  return mismatches.flatMap(({ observed, answers }) =>
    answers === undefined && error.test(observed) ? [observed] : [],
  );
}
