import type { Level } from '../../conformance/model/level.ts';
import type { Finding, Run } from '../../conformance/model/run.ts';
import { becauseOf } from './reasons.ts';
import { knownFailureText } from './known.ts';
import { callsOf, plainMismatches } from './plain-mismatch.ts';
import { requestBesideCurl } from './shown-request.ts';
import type { ExchangeOf } from '../exchange/exchange-of.ts';
import { isUncountedHttp } from './levels.ts';
import { findingViewOf } from './finding-view.ts';
import { pluralize } from '../text/format.ts';
import { escapeControls } from '../text/visible.ts';

/** A finding in terms of test result formats; `open` could not be judged, and is never a pass. */
type Outcome =
  | { readonly is: 'passed' }
  | { readonly is: 'failed'; readonly kind: Level | 'stale' | 'expired'; readonly message: string }
  /** An unmet obligation that decides nothing. */
  | { readonly is: 'aside'; readonly message: string }
  | { readonly is: 'open'; readonly message: string }
  | { readonly is: 'skipped'; readonly message: string; readonly isKnown: boolean };

/** The outcome of a finding. A known failure is skipped; a stale or expired one fails whatever its verdict. */
export function outcomeOf(finding: Finding, run: Pick<Run, 'strict'>): Outcome {
  const { knownFailure, verdict, level } = finding;
  if (knownFailure !== undefined && knownFailure.is !== 'inconclusive' && knownFailure.is !== 'passed') {
    const message = escapeControls(knownFailureText(knownFailure));
    if (knownFailure.is === 'known') return { is: 'skipped', message, isKnown: true };
    return { is: 'failed', kind: knownFailure.is, message };
  }
  const message = escapeControls(plainBecause(finding));
  switch (verdict.is) {
    case 'pass':
      return { is: 'passed' };
    case 'fail':
      return isUncountedHttp(finding, run) ? { is: 'aside', message } : { is: 'failed', kind: level, message };
    case 'inconclusive':
      return { is: 'open', message };
    case 'notApplicable':
      return { is: 'skipped', message, isKnown: false };
  }
}

/** Why a finding is not a pass; for a failure its mismatches, without the names of exchanges. */
function plainBecause(finding: Finding): string {
  const { verdict, mismatches } = finding;
  if (verdict.is !== 'fail' || mismatches.length === 0) return becauseOf(finding);
  const { told, more } = toldOf(finding);
  return [
    ...told.map(({ subject, expected, observed }) => `${subject}: expected ${expected}, observed ${observed}`),
    ...more,
  ].join('; ');
}

/** Most mismatches in a test result, so that the file stays small enough to open. */
const mostMismatches = 50;

/** The first mismatches, and how many more there are. */
function toldOf(finding: Finding): { readonly told: Finding['mismatches']; readonly more: readonly string[] } {
  const left = finding.mismatches.length - mostMismatches;
  const told = plainMismatches({ ...finding, mismatches: finding.mismatches.slice(0, mostMismatches) });
  return { told, more: left > 0 ? [`and ${pluralize(left, 'more mismatch', 'more mismatches')}, in run.json`] : [] };
}

/** A finding as plain text: requirement, request, mismatches, exchanges and the line that reproduces it. */
export function detailsOf(finding: Finding, exchangeOf: ExchangeOf): string {
  const request = requestBesideCurl(finding, exchangeOf);
  const { title, clauses, requirement, doneBy, input, run } = findingViewOf(finding);
  const { told, more } = toldOf(finding);
  const lines = [
    title,
    `${clauses}: ${requirement}`,
    ...doneBy.map((who) => `by default in ${who}`),
    ...(input === undefined ? [] : [input]),
    ...(request === undefined ? [] : [`request ${request}`]),
    ...told.flatMap(({ subject, expected, observed, reference }) => [
      `${subject}${reference === undefined ? '' : ` (${reference})`}`,
      `  expected ${expected}`,
      `  observed ${observed}`,
    ]),
    ...more,
    ...callsOf(finding).map(({ id, place }) => `${place === undefined ? '' : `call ${place}: `}exchange ${id}`),
  ].map((line) => escapeControls(line));
  return [...lines, ...(run === undefined ? [] : [escapeControls(run.line, '\n\t')])].join('\n');
}
