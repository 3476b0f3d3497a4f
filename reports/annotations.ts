import type { Finding, Run } from '../conformance/model/run.ts';
import type { LoadComparison } from '../load/compare/comparison.ts';
import type { Load } from '../load/verdict/load.ts';
import { inconclusiveOf } from './check/reasons.ts';
import { plainMismatches } from './check/plain-mismatch.ts';
import { isOutdated, knownFailureText, knownFailuresIn } from './check/known.ts';
import { isUncountedHttp, countsForExitCode } from './check/levels.ts';
import { findingViewOf } from './check/finding-view.ts';
import { failureGroups } from './check/failure-groups.ts';
import { differenceBounds } from './compare/amounts.ts';
import { isOnlyCutShort } from './load/words/invalid-words.ts';
import { observedValueText } from './load/words/observed-words.ts';
import { observedText } from './load/format.ts';
import { truncate, escapeControls } from './text/visible.ts';
import { pluralize } from './text/format.ts';

/** An annotation that a CI system shows: an error if it makes the run end with 1, otherwise a warning. */
export type Annotation = { readonly level: 'error' | 'warning'; readonly title: string; readonly message: string };

/** Number of annotations of each level that GitHub shows from one step; it drops the rest silently. */
export const annotationsShown = 10;

/**
 * Annotations for each cause of failures that count, every outdated known failure, and inconclusive checks by reason.
 */
export function checkAnnotations(run: Run): readonly Annotation[] {
  const told = { ...run, findings: run.findings.filter((finding) => !isUncountedHttp(finding, run)) };
  const inconclusive = inconclusiveOf(told).filter(({ is }) => is === 'inconclusive');
  return [
    ...failureGroups(run).flatMap(({ findings }) =>
      failure(
        findings.filter((finding) => !isOutdated(finding) && !isUncountedHttp(finding, run)),
        run,
      ),
    ),
    ...knownFailuresIn(run)
      .filter(isOutdated)
      .map(({ check, knownFailure }) => annotation('error', check, [knownFailureText(knownFailure)])),
    ...inconclusive.map(({ because, findings }) => {
      const names = findings.map(({ check }) => check).join(', ');
      return annotation('warning', `${pluralize(findings.length, 'check')} could not be judged`, [because, names]);
    }),
  ];
}

/** Annotations for every missed bound, and every reason why the measurement is invalid. */
export function loadAnnotations(load: Load): readonly Annotation[] {
  const { scenario, slo, validity, marksVerdict } = load;
  const reasons = validity?.is === 'invalid' ? validity.reasons : [];
  return [
    ...(slo?.bounds ?? [])
      .filter(({ is }) => is === 'violated')
      .map((bound) => {
        const observed = observedValueText(bound);
        return annotation('error', `load ${scenario}: an SLO bound is violated`, [
          `expected ${bound.text}`,
          ...(observed === undefined ? [] : [`observed ${observed}`]),
        ]);
      }),
    ...(marksVerdict === undefined
      ? []
      : [
          marksVerdict.is === 'wrong'
            ? annotation('error', `load ${scenario}: replies are wrong under load`, [marksVerdict.says])
            : annotation('warning', `load ${scenario}: replies could not be judged`, [marksVerdict.says]),
        ]),
    ...reasons.map(({ because }) =>
      annotation(
        'warning',
        `load ${scenario}: the ${isOnlyCutShort(load) ? 'run is incomplete' : 'measurement is invalid'}, and nothing was judged`,
        [because],
      ),
    ),
  ];
}

/**
 * Annotations for every limit of `--fail-if` that is exceeded, and every one that needs more requests to be decided.
 */
export function comparisonAnnotations({ scenario, failIf }: LoadComparison): readonly Annotation[] {
  return (failIf?.bounds ?? [])
    .filter(({ is }) => is !== 'met')
    .map(({ text, is, unit, difference, because }) => {
      const scale = unit === 'share' ? 100 : 1;
      const shown = unit === 'share' ? '%' : unit;
      const ends = (difference && differenceBounds(difference))?.map((end) => observedText(end * scale));
      const observed = ends === undefined ? [] : [`observed ${[...new Set(ends)].join(' to ')} ${shown}`];
      const reason = because === undefined ? [] : [because];
      const level = is === 'exceeded' ? 'error' : 'warning';
      return annotation(level, `load ${scenario} against the baseline: ${is}`, [text, ...observed, ...reason]);
    });
}

/** As many annotations of each level as are shown; the last one says how many more there are. */
export function shownAnnotations(all: readonly Annotation[]): readonly Annotation[] {
  return (['error', 'warning'] as const).flatMap((level) => {
    const these = all.filter((each) => each.level === level);
    if (these.length <= annotationsShown) return these;
    const told = these.slice(0, annotationsShown - 1);
    const rest = these.length - told.length;
    return [...told, annotation(level, `assay: ${rest} more`, ['The summary and the report have all of them.'])];
  });
}

/**
 * A workflow command of GitHub Actions. No text in it can end it, add a property or begin another command: the runner
 * reads one command a line, and separates properties by `:` and `,`.
 */
export function workflowCommand({ level, title, message }: Annotation): string {
  return `::${level} title=${property(title)}::${data(message)}`;
}

/**
 * The failure that shows a cause best, with its other failures; an error where one of them makes the run end with 1.
 */
function failure(findings: readonly Finding[], run: Run): readonly Annotation[] {
  const [lead, ...others] = findings;
  if (lead === undefined) return [];
  const decides = findings.some(({ level }) => countsForExitCode(level, run));
  const { title, clauses, requirement, input, because } = findingViewOf(lead);
  const also = others.map(({ check }) => check).join(', ');
  return [
    annotation(decides ? 'error' : 'warning', `${lead.check} (${lead.level})`, [
      title,
      `${clauses}: ${requirement}`,
      ...(input === undefined ? [] : [input]),
      ...(because === undefined ? [] : [because]),
      ...plainMismatches(lead).flatMap(({ subject, expected, observed }) => [
        subject,
        `  expected ${expected}`,
        `  observed ${observed}`,
      ]),
      ...(others.length === 0 ? [] : [`${others.length} more by this cause: ${also}`]),
    ]),
  ];
}

/** Text of a target is shown shortened, with control characters as escapes, so that it cannot act. */
export function annotation(level: Annotation['level'], title: string, lines: readonly string[]): Annotation {
  const message = lines.map((line) => truncate(escapeControls(line), 500)).join('\n');
  return { level, title: truncate(escapeControls(title), 200), message: truncate(message, 4_000) };
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
