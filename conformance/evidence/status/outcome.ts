import type { Finding, Missing, Run } from '../../model/run.ts';
import type { Claims } from '../statement.ts';
import type { Recheck } from './next-status.ts';

type Judged = Pick<Run, 'findings'>;

/** The checks that a certificate rests on: each MUST that it scored, known failures too. */
export function scoredMusts({ findings }: Judged): readonly string[] {
  return findings
    .filter(({ level, verdict }) => level === 'MUST' && verdict.is !== 'notApplicable')
    .map(({ check }) => check);
}

/**
 * The outcome of a run of the scored checks for a certificate. A check that was not reached for lack of credits or
 * time, or that needs another credential than the token, says nothing and does not count as passed. Without the token
 * that its checks need, the certificate is not confirmed: a forgotten variable must not pass.
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

/** The credential that the check needs and that was not given; undefined where it was judged, or cannot be given. */
function missingIn({ verdict }: Finding): Missing | undefined {
  return verdict.is === 'notApplicable' && verdict.about?.is === 'missing' ? verdict.about.what : undefined;
}

/** Not tried: the run had no credits or no time left. */
function isLeftOut({ verdict, unreached }: Finding): boolean {
  return unreached !== undefined || ('about' in verdict && verdict.about?.is === 'credits');
}
