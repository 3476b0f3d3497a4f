import type { Finding, Run } from '../../model/run.ts';
import type { Claims } from '../statement.ts';
import type { Recheck } from './moved.ts';

type Judged = Pick<Run, 'findings'>;

/** The checks that a certificate stands on: each MUST that it scored, a known failure too. */
export function scoredMusts({ findings }: Judged): readonly string[] {
  return findings
    .filter(({ level, verdict }) => level === 'MUST' && verdict.is !== 'notApplicable')
    .map(({ check }) => check);
}

/**
 * What a run of the scored checks says of a certificate. What was not reached, for want of credits or of time, or does not
 * apply for want of a credential, says nothing of it, and is not counted as passed.
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

/** Nobody tried it: the run had no credits or no time left. */
function isLeftOut({ verdict, unreached }: Finding): boolean {
  return unreached !== undefined || ('about' in verdict && verdict.about?.is === 'credits');
}
