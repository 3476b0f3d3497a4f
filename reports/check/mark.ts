import type { Finding, Verdict } from '../../conformance/model/run.ts';
import { verdictMarks, worstFirst } from '../text/format.ts';
import { painter, verdictPaints, type TerminalStyle } from '../text/paint.ts';
import { counts, isOutdated } from './known.ts';

/** The mark of several findings together; with nothing but known failures, in the colour of what is open. */
export function markOf(findings: readonly Finding[], style: TerminalStyle): string {
  const outdated = findings.some(isOutdated);
  const is = outdated ? 'fail' : worstOf(findings);
  const alarming = is !== 'fail' || outdated || findings.some((each) => counts(each) && each.level !== 'HTTP');
  return painter(style)(alarming ? verdictPaints[is] : 'yellow', verdictMarks[is]);
}

/** Of checks of which most did not apply nobody should read a green tick as theirs. */
function worstOf(findings: readonly Finding[]): Verdict['is'] {
  const having = (is: Verdict['is']): number => findings.filter(({ verdict }) => verdict.is === is).length;
  const worst = worstFirst.find((is) => having(is) > 0) ?? 'notApplicable';
  return worst === 'pass' && having('notApplicable') > having('pass') ? 'notApplicable' : worst;
}
