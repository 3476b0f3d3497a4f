import type { Finding, Missing, Run } from '../../model/run.ts';
import type { Claims } from '../statement.ts';
import type { Recheck } from './next-status.ts';

type Judged = Pick<Run, 'findings'>;

/** The checks that a certificate stands on: each MUST that it scored, a known failure too. */
export function scoredMusts({ findings }: Judged): readonly string[] {
  return findings
    .filter(({ level, verdict }) => level === 'MUST' && verdict.is !== 'notApplicable')
    .map(({ check }) => check);
}

/**
 * What a run of the scored checks says of a certificate. What was not reached, for want of credits or of time, or does not
 * apply for want of another credential than the token, says nothing of it, and is not counted as passed. Without the token
 * that its checks need it is not confirmed: a forgotten variable is never green.
 */
export function outcomeOf(
  { findings }: Judged,
  scored: readonly string[],
  knownFailures: Claims['knownFailures'],
  day: string,
): Recheck {
  const knownFailing = new Set(knownFailures.filter(({ expires }) => day <= expires).map(({ check }) => check));
  const bearing = new Set(scored);
  const musts = findings.filter(({ check }) => bearing.has(check));
  const named = (is: Finding['verdict']['is']): readonly Finding[] => musts.filter(({ verdict }) => verdict.is === is);
  const failed = named('fail').filter(({ check }) => !knownFailing.has(check));
  const open = named('inconclusive').filter((finding) => !isLeftOut(finding));
  const rechecked = {
    passed: named('pass').length,
    of: scored.length,
    failed: failed.map(({ check }) => check),
    inconclusive: open.map(({ check }) => check),
  };
  if (failed.length > 0) return { is: 'failed', rechecked };
  const missing = Map.groupBy(musts, missingIn);
  const untokened = missing.get('token')?.length ?? 0;
  if (untokened > 0)
    return {
      is: 'inconclusive',
      because: `no token was given (--token or ASSAY_TOKEN): ${untokened} of its ${scored.length} MUST checks cannot be judged without it`,
      rechecked,
    };
  const [first] = open;
  if (first !== undefined) {
    const { verdict } = first;
    const why = verdict.is === 'inconclusive' ? ` (${verdict.because})` : '';
    return {
      is: 'inconclusive',
      because: `${open.length} MUST checks are inconclusive, first ${first.check}${why}`,
      rechecked,
    };
  }
  return rechecked.passed === 0
    ? { is: 'inconclusive', because: 'no MUST check was judged', rechecked }
    : { is: 'confirmed', rechecked };
}

/** What was not given that the check needs; undefined where it was judged, or what it needs is not to be given. */
function missingIn({ verdict }: Finding): Missing | undefined {
  return verdict.is === 'notApplicable' && verdict.about?.is === 'missing' ? verdict.about.what : undefined;
}

/** Nobody tried it: the run had no credits or no time left. */
function isLeftOut({ verdict, unreached }: Finding): boolean {
  return unreached !== undefined || ('about' in verdict && verdict.about?.is === 'credits');
}
