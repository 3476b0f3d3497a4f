import { checksIn } from '../text/defects.ts';
import type { Run } from '../../conformance/model/run.ts';
import { isUnexcusedFailure } from './known.ts';
import { countsOf, countsForExitCode } from './levels.ts';
import { badgeColours as colours, badgeSvg, type BadgePart } from '../text/badge.ts';
import { partCount, partOf } from './scope/selection.ts';
import { headlineOf } from './headline.ts';

/**
 * The verdict of a run as an SVG badge. Green is only the number of passed checks; it counts the checks that decide the
 * verdict, which are the MUST checks.
 */
export function checkBadge(run: Run): string {
  return badgeSvg([{ text: labelOf(run), colour: colours.label }, ...verdictParts(run)]);
}

/** Names the embedded service, so that its verdict is not taken for one of another service. */
function labelOf(run: Run): string {
  const { command, embedded, profile } = run;
  const [selection, count] = [selectionName(run), partCount(run)];
  const part = count === undefined ? selection : `, ${count}${selection}`;
  const what = command === 'fuzz' ? ' fuzz' : profile === 'quick' ? ' quick' : part;
  return `assay${what}${embedded ? ' (reference service)' : ''}`;
}

/** ` (profile speech)`, in a label that has no room for globs. */
function selectionName(run: Run): string {
  const part = partOf(run);
  return part === undefined || part === 'a part' ? '' : ` (${part})`;
}

function verdictParts(run: Run): readonly BadgePart[] {
  const { is, word, kind } = headlineOf(run);
  const weighed = run.findings.filter(({ level }) => countsForExitCode(level, run));
  const { pass, fail, inconclusive, notApplicable } = countsOf(weighed);
  const failed = weighed.filter(isUnexcusedFailure).length;
  const known = fail - failed;
  const unreached = run.complete ? 0 : Math.max(0, run.plan.checks.length - checksIn(run.findings));
  const notJudged = inconclusive + notApplicable + unreached;
  const parts: readonly (BadgePart | undefined)[] = [
    is === 'inconclusive' || (!run.complete && kind !== 'failures')
      ? { text: word.toLowerCase(), colour: colours.open }
      : undefined,
    is === 'fail' && failed === 0 ? { text: 'known failures outdated', colour: colours.fail } : undefined,
    failed > 0 && is === 'fail' ? { text: `${failed} failed`, colour: colours.fail } : undefined,
    known > 0 ? { text: `${known} known to fail`, colour: colours.open } : undefined,
    { text: `${pass} passed`, colour: is === 'pass' && pass > 0 ? colours.pass : colours.plain },
    notJudged > 0 ? { text: `${notJudged} not judged`, colour: colours.away } : undefined,
  ];
  return parts.filter((part) => part !== undefined);
}
