import type { Finding, Run } from '../../../conformance/model/run.ts';
import { checksIn } from '../../text/defects.ts';
import { pluralize } from '../../text/format.ts';
import { truncate, escapeControls } from '../../text/visible.ts';
import { reasonDetails, jointReason, reasonOf } from '../reasons.ts';

/** Of the reasons that many are told; the page has them all. */
const mostTold = 3;
const longestReason = 240;

/**
 * Why MUST checks did not apply though nothing was missing for them, those of one reason together: what a target does may be
 * allowed, and hide from these checks all the same. What was not given is told by the verdict.
 */
export function notAppliedText({ findings }: Pick<Run, 'findings'>): string | undefined {
  const groups = [...Map.groupBy(findings.filter(mightHaveApplied), reasonOf).values()].toSorted(
    (a, b) => b.length - a.length,
  );
  if (groups.length === 0) return undefined;
  const told = groups.slice(0, mostTold).map((group) => `${checksIn(group)}: ${reasonText(group)}`);
  const more = groups.slice(mostTold).flat();
  const rest =
    more.length === 0 ? [] : [`${more.length} more for ${pluralize(groups.length - mostTold, 'other reason')}`];
  return `Why MUST checks did not apply: ${[...told, ...rest].join(' · ')}.`;
}

function mightHaveApplied(finding: Finding): boolean {
  const about = reasonDetails(finding)?.is;
  return (
    finding.level === 'MUST' &&
    finding.verdict.is === 'notApplicable' &&
    about !== 'missing' &&
    about !== 'knownFailure'
  );
}

function reasonText(group: readonly Finding[]): string {
  return escapeControls(truncate(jointReason(group), longestReason));
}
