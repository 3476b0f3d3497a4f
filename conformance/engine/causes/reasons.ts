import type { Cause } from '../../contract/formats/run.ts';
import { isStatusMismatch } from '../../model/mismatch.ts';
import type { Finding } from '../../model/run.ts';
import { normalizedErrorText } from './follows.ts';
import type { ExchangeOf } from './likeness.ts';

/**
 * Adds to each cause, as `open`, the checks that could not be judged because of an error that a failure of the cause
 * shows.
 */
export function withOpen(
  causes: readonly Cause[],
  findings: readonly Finding[],
  exchangeOf: ExchangeOf = () => undefined,
): Cause[] {
  const open = findings.flatMap((finding) => {
    const error = errorOf(hangsOn(finding), exchangeOf);
    return error === undefined ? [] : [{ check: finding.check, error }];
  });
  const byCheck = Map.groupBy(findings, ({ check }) => check);
  const told = new Set<string>();
  return causes.map((cause) => {
    const failed = cause.checks.flatMap((id) => byCheck.get(id) ?? []);
    const errors = new Set(failed.flatMap((finding) => errorsIn(finding, exchangeOf)));
    const met = open.filter(({ check, error }) => !told.has(check) && errors.has(error));
    for (const { check } of met) told.add(check);
    return met.length === 0 ? cause : { ...cause, open: met.map(({ check }) => check) };
  });
}

function hangsOn({ verdict }: Finding): string | undefined {
  return verdict.is === 'inconclusive' && verdict.about?.is === 'answer' ? verdict.about.exchange : undefined;
}

function errorsIn({ verdict, mismatches, exchanges }: Finding, exchangeOf: ExchangeOf): readonly string[] {
  if (verdict.is !== 'fail') return [];
  const [only, ...others] = exchanges;
  return mismatches.flatMap((mismatch) => {
    if (mismatch.answers !== undefined || !isStatusMismatch(mismatch)) return [];
    return errorOf(mismatch.exchange ?? (others.length === 0 ? only : undefined), exchangeOf) ?? [];
  });
}

/** The error of an answer, with its status and its body without numbers: a status alone may have any reason. */
function errorOf(id: string | undefined, exchangeOf: ExchangeOf): string | undefined {
  const response = id === undefined ? undefined : exchangeOf(id)?.response;
  if (response?.is !== 'answer' || response.status < 400 || response.body.length === 0) return undefined;
  return `${response.status} ${normalizedErrorText(response)}`;
}
