import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { settledFindings, type RunPart } from '../../conformance/evidence/resume/earlier-part.ts';
import { differencesOf } from '../../conformance/evidence/resume/same-run.ts';
import type { Journal } from '../../conformance/engine/run/assemble.ts';
import type { Finding, RunHeader } from '../../conformance/model/run.ts';
import { realPath } from '../input/real-path.ts';
import { UsageError } from '../errors/usage-error.ts';
import { readJournalEntries, readIncompleteJournal } from './read-journal.ts';
import { refuseFolderInUse } from './running-mark.ts';

/** An unfinished run of `check`, and its folder. */
export type EarlierPart = RunPart & { readonly path: string; readonly endedAt: string };

/** The run in the folder of `--resume`. Throws a UsageError where there is none that `check` could resume. */
export function readBegunRun(folder: string, out: string | undefined): EarlierPart {
  const path = resolve(folder);
  if (out !== undefined && realPath(out) !== realPath(path))
    throw new UsageError(`--resume continues in ${path} itself, and takes no other --out (${resolve(out)})`);
  if (!existsSync(join(path, 'findings.ndjson'))) {
    const other = existsSync(join(path, 'requests.ndjson')) ? 'it holds a load run' : 'findings.ndjson is not in it';
    throw new UsageError(`--resume ${path} is not a result folder of assay check: ${other}`);
  }
  refuseFolderInUse('--resume', path);
  const { journal, endedAt } = readIncompleteJournal(path);
  const { command, embedded } = journal.header;
  if (command !== 'check')
    throw new UsageError(`--resume ${path} holds a run of assay ${command}; only runs of assay check can be resumed`);
  if (embedded)
    throw new UsageError(
      `--resume ${path} holds a run of the embedded reference service, which ended with it; run check again, without --resume`,
    );
  return { ...journal, findings: wholeOf(journal), journalEntries: readJournalEntries(path), path, endedAt };
}

/**
 * The findings whose exchanges are all there. They are in two files, so a power cut may keep a later line of one and
 * lose an earlier line of the other: a finding without its evidence is judged again.
 */
function wholeOf({ findings, exchanges }: Journal): readonly Finding[] {
  const kept = new Set(exchanges.map(({ id }) => id));
  return findings.filter((finding) => finding.exchanges.every((id) => kept.has(id)));
}

/** Throws a UsageError that names every setting in which `now` differs from the run. */
export function refuseOtherRun({ header, path }: EarlierPart, now: RunHeader): void {
  const differences = differencesOf(header, now);
  if (differences.length === 0) return;
  const lines = differences.map((each) => `  ${each.what}\n    then: ${each.before}\n    now: ${each.now}`);
  throw new UsageError(
    `--resume ${path} holds a run that differs from this one, so it cannot be resumed:\n${lines.join('\n')}\n` +
      'give the same settings, or run check again, without --resume',
  );
}

/** True where every check has been judged. */
export function isFullyJudged(begun: EarlierPart): boolean {
  const told = new Set(settledFindings(begun).map(({ check }) => check));
  return begun.header.plan.checks.every((id) => told.has(id));
}
