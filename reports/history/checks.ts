import { checkOf } from '../text/defects.ts';
import type { CheckHistory, CheckRow, CheckRunSeen } from '../../conformance/contract/formats/history.ts';
import type { Finding, Run } from '../../conformance/model/run.ts';
import { headlineOf } from '../check/headline.ts';
import { worstFirst } from '../text/format.ts';
import { changeOf, letterOf, type VerdictLetter } from './strip.ts';

/** A run's folder, relative to that of the history, and whether it contains a report. */
export type RunFolder = { readonly folder: string; readonly hasReport: boolean };

/** The part of a check in a run that a history shows: of 100 runs all of them are in memory. */
type CheckSeen = Omit<CheckRow, 'is' | 'strip'> & { readonly letter: VerdictLetter };

/** The part of a run of checks that a history uses. */
export type CheckHistoryEntry = Pick<CheckHistory, 'target' | 'embedded' | 'command'> & {
  readonly is: 'checks';
  readonly run: CheckRunSeen;
  readonly checks: readonly CheckSeen[];
};

export function checkHistoryEntry(run: Run, { folder, hasReport }: RunFolder): CheckHistoryEntry {
  const { target, embedded, command, label, startedAt, tool, document, complete, exitCode, counts, findings } = run;
  const { is, word, says } = headlineOf(run);
  return {
    is: 'checks',
    target,
    embedded,
    command,
    run: {
      folder,
      ...(hasReport && { report: true }),
      ...(label !== undefined && { label }),
      startedAt,
      version: tool.version,
      document: document.sha256,
      complete,
      exitCode,
      is,
      says: `${word}: ${says}`,
      counts,
    },
    checks: [...Map.groupBy(findings, checkOf).values()].map(seenOf),
  };
}

/** A property may have a finding for each cause; the worst verdict counts. */
function seenOf(findings: readonly Finding[]): CheckSeen {
  const [worst] = findings.toSorted((a, b) => worstFirst.indexOf(a.verdict.is) - worstFirst.indexOf(b.verdict.is));
  if (worst === undefined) throw new Error('a group has at least one finding');
  const { clause, level, title, knownFailure, unreached, verdict } = worst;
  return {
    check: checkOf(worst),
    clause,
    level,
    title,
    ...(knownFailure?.is === 'known' && { known: true }),
    // A check that was not reached counts as not judged.
    letter: unreached === undefined ? letterOf[verdict.is] : 'a',
  };
}

/** The history of one target and command. @param seen at least one run, the newest first */
export function checkHistory(seen: readonly CheckHistoryEntry[]): CheckHistory {
  const [newest] = seen;
  if (newest === undefined) throw new Error('a history has at least one run');
  const { target, embedded, command } = newest;
  const byCheck = seen.map(({ checks }) => new Map(checks.map((each) => [each.check, each])));
  const ways = seen.map(({ run: { version, document } }) => `${version} ${document}`);
  const ids = new Set(seen.flatMap(({ checks }) => checks.map(({ check }) => check)));
  const rows = [...ids].flatMap((id): readonly CheckRow[] => {
    const inRuns = byCheck.map((checks) => checks.get(id));
    const judged = inRuns.find((each) => each !== undefined);
    if (judged === undefined) return [];
    const { letter: _, ...last } = judged;
    const strip = inRuns.map((each) => each?.letter ?? 'a').join('');
    return [{ ...last, is: changeOf(strip, ways), strip }];
  });
  return { target, embedded, command, runs: seen.map(({ run }) => run), checks: rows.toSorted(byUrgency) };
}

const urgency: readonly CheckRow['is'][] = ['newFailure', 'flaky', 'fixed', 'asItWas'];

/** Otherwise the order of the newest run. */
function byUrgency(a: CheckRow, b: CheckRow): number {
  return urgency.indexOf(a.is) - urgency.indexOf(b.is) || Number(isFailing(b)) - Number(isFailing(a));
}

/** True where the newest run that judged it found it failing. */
export function isFailing({ strip }: CheckRow): boolean {
  return /^[^pf]*f/.test(strip);
}

/** Checks that never failed are only counted. */
export function neverFailed({ strip }: CheckRow): boolean {
  return !strip.includes('f');
}
