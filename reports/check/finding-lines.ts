import type { Finding } from '../../conformance/model/run.ts';
import { pluralize, verdictMarks, verdictWords } from '../text/format.ts';
import { painter, verdictPaints, type Paint, type TerminalStyle } from '../text/paint.ts';
import { escapeControls } from '../text/visible.ts';
import { namesWithin } from '../text/wrap.ts';
import { clauseText } from './headline.ts';
import { isUnexcusedFailure } from './known.ts';
import { countsOf } from './levels.ts';

/** `4 failed` in red: a count in a line about several findings. */
type Counted = { readonly text: string; readonly colour: Paint };

/** Counts of the findings that did not pass; known failures and HTTP obligations are counted separately. */
export function otherCounts(findings: readonly Finding[]): readonly Counted[] {
  const unmet = findings.filter((finding) => finding.level === 'HTTP' && isUnexcusedFailure(finding));
  const unmetChecks = countsOf(unmet).fail;
  const others = countsOf(findings.filter((each) => each.knownFailure?.is !== 'known' && !unmet.includes(each)));
  const having = (is: 'known' | 'stale' | 'expired'): number =>
    findings.filter(({ knownFailure }) => knownFailure?.is === is).length;
  const [known, stale, expired] = [having('known'), having('stale'), having('expired')];
  const all = [
    ...(['fail', 'inconclusive', 'notApplicable'] as const).map(
      (is) => [others[is], `${others[is]} ${verdictWords[is]}`, verdictPaints[is]] as const,
    ),
    [unmetChecks, `${pluralize(unmetChecks, 'HTTP obligation')} not met`, 'yellow'] as const,
    [known, pluralize(known, 'known failure'), 'yellow'] as const,
    [stale, `${stale} stale`, 'red'] as const,
    [expired, `${expired} expired`, 'red'] as const,
  ];
  return all.flatMap(([many, text, colour]) => (many === 0 ? [] : [{ text, colour }]));
}

/** `✗ speech.speed/rejects-text  SHOULD  2.5`. */
export function titleLine(finding: Finding, colour: Paint, style: TerminalStyle): string {
  const { check, level, verdict } = finding;
  const title = painter(style)(colour, `${verdictMarks[verdict.is]} ${escapeControls(check)}`);
  const room = style.width - [verdictMarks[verdict.is], escapeControls(check), '', level, '', ''].join(' ').length;
  return `${title}  ${level}  ${namesWithin(Math.max(room, 3), escapeControls(clauseText(finding)).split(', '))}`;
}
