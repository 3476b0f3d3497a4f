import type { Finding, KnownFailure, Run } from '../../../conformance/model/run.ts';
import { pluralize } from '../../text/format.ts';
import { escapeControls, escapeControlsInJson } from '../../text/visible.ts';
import { countsForExitCode } from '../levels.ts';

/** Days for which a new entry accepts a failure. */
const daysToLook = 30;

/**
 * The `--known-failures` file with which this run would have been green, as YAML: the given entries whose checks still fail
 * or were not judged, unchanged; then every further failure that counts for the exit code, by cause, for thirty days. An
 * expired entry keeps its date, and an entry whose check passed is left out.
 */
export function checkKnownFailures(run: Run): string {
  const { kept, added } = entriesOf(run);
  const groups = [
    ...(kept.length === 0 ? [] : [group('From the file that this run was given.', kept)]),
    ...added.map(({ title, entries }) => group(title, entries)),
  ];
  return [...introduction(run), ...(groups.length === 0 ? ['[]'] : groups)].join('\n\n');
}

type Group = { readonly title: string; readonly entries: readonly KnownFailure[] };

function entriesOf(run: Run): { readonly kept: readonly KnownFailure[]; readonly added: readonly Group[] } {
  const findings = new Map(run.findings.map((finding) => [finding.check, finding]));
  const kept = (run.knownFailures ?? []).filter(({ check }) => {
    const finding = findings.get(check);
    // A check of generated inputs may pass by chance: its entry is not stale.
    return finding?.verdict.is !== 'pass' || finding.knownFailure?.is === 'passed';
  });
  return { kept, added: isJudged(run) ? addedTo(run) : [] };
}

/** False where something else answered in place of the service: then no failure is the service's. */
function isJudged({ command, causes }: Run): boolean {
  return command === 'check' && causes.every(({ elsewhere }) => elsewhere === undefined);
}

function addedTo(run: Run): readonly Group[] {
  const expires = dayAfter(run.endedAt, daysToLook);
  const reason = `not looked into yet (${run.endedAt.slice(0, 10)})`;
  const left = new Set(run.findings.filter((finding) => isNew(finding, run)).map(({ check }) => check));
  const take = (title: string, checks: readonly string[]): readonly Group[] => {
    const entries = checks.filter((check) => left.delete(check)).map((check) => ({ check, reason, expires }));
    return entries.length === 0 ? [] : [{ title, entries }];
  };
  const byCause = run.causes.flatMap(({ title, checks }) => take(title, checks));
  return [...byCause, ...take('Further failures', [...left])];
}

function isNew({ verdict, level, knownFailure }: Finding, run: Run): boolean {
  return verdict.is === 'fail' && knownFailure === undefined && countsForExitCode(level, run);
}

function dayAfter(time: string, days: number): string {
  const date = new Date(time);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

function introduction(run: Run): readonly string[] {
  if (run.command === 'fuzz')
    return [comment('Known failures are those of checks, and this is a run of fuzz: --replay sends its inputs again.')];
  const checks = pluralize(run.plan.checks.length, 'check');
  const lines = [
    `Known failures of ${run.target}, by a run of ${checks} on ${run.endedAt.slice(0, 10)}.`,
    'Say of each why it is accepted, and until when: npx assay check --known-failures THIS_FILE',
    ...(isJudged(run) ? [] : ['No answer was one of the service, so no failure is listed.']),
    ...(run.complete ? [] : ['This run is not complete: what it did not judge is missing.']),
  ];
  return [lines.map(comment).join('\n')];
}

function group(title: string, entries: readonly KnownFailure[]): string {
  const lines = entries.map(({ check, reason, expires }) =>
    [`- check: ${quoted(check)}`, `  reason: ${quoted(reason)}`, `  expires: ${quoted(expires)}`].join('\n'),
  );
  return [comment(title), ...lines].join('\n');
}

/** A JSON string, which is valid YAML. */
function quoted(text: string): string {
  return escapeControlsInJson(JSON.stringify(text));
}

function comment(text: string): string {
  return `# ${escapeControls(text)}`;
}
