import type { Finding, Verdict } from '../../conformance/model/run.ts';
import { verdictMarks, worstFirst } from '../text/format.ts';
import { painter, verdictPaints, type TerminalStyle } from '../text/paint.ts';
import { isUnexcusedFailure, isOutdated } from './known.ts';

/**
 * The mark of several findings together; in the colour of inconclusive ones where only known failures are among them.
 */
export function markOf(findings: readonly Finding[], style: TerminalStyle): string {
  const outdated = findings.some(isOutdated);
  const is = outdated ? 'fail' : worstOf(findings);
  const alarming =
    is !== 'fail' || outdated || findings.some((each) => isUnexcusedFailure(each) && each.level !== 'HTTP');
  return painter(style)(alarming ? verdictPaints[is] : 'yellow', verdictMarks[is]);
}

/** The worst verdict; not applicable where most checks are, so that no green tick stands for them. */
function worstOf(findings: readonly Finding[]): Verdict['is'] {
  const having = (is: Verdict['is']): number => findings.filter(({ verdict }) => verdict.is === is).length;
  const worst = worstFirst.find((is) => having(is) > 0) ?? 'notApplicable';
  return worst === 'pass' && having('notApplicable') > having('pass') ? 'notApplicable' : worst;
}
