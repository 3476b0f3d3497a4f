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

function worstOf(findings: readonly Finding[]): Verdict['is'] {
  return worstFirst.find((is) => findings.some(({ verdict }) => verdict.is === is)) ?? 'notApplicable';
}
