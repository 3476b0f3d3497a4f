import { everyCheck, everyClause } from '../../conformance/every.ts';
import { assembleRun } from '../../conformance/engine/run/assemble.ts';
import { everyLast } from '../../conformance/engine/run-checks.ts';
import type { Check } from '../../conformance/model/check.ts';
import type { Finding, Run, RunHeader } from '../../conformance/model/run.ts';
import { knownFaults } from '../content/known-faults.ts';
import { checkReporter } from '../output/check-reporter.ts';
import type { RecordedFailures } from './record.ts';

/** The report of a whole run with these findings, and its number of lines in a pipe. */
export type ReportedRun = { readonly run: Run; readonly lines: number };

/** The finding of a check that was not sent: it passes, by the matrix of all faults and checks. */
function passed({ id, clause, also, level, title, requirement }: Check): Finding {
  const nothing = { mismatches: [], exchanges: [], reproduce: '' };
  return { check: id, clause, also, level, title, requirement, verdict: { is: 'pass' }, ...nothing };
}

/** `unlisted`: faults that the report must not know. */
export function reportRun(
  { findings: known, exchanges }: RecordedFailures,
  unlisted: readonly string[] = [],
): ReportedRun {
  const byCheck = new Map(known.map((finding) => [finding.check, finding]));
  const findings = everyCheck.map((check) => byCheck.get(check.id) ?? passed(check));
  const journal = { header: headerOf(), findings, exchanges };
  const suite = {
    checks: everyCheck,
    observations: [],
    faults: () => knownFaults().filter(({ fault }) => !unlisted.includes(fault)),
  };
  const run = assembleRun(journal, suite, { at: startedAt });
  return { run, lines: printed(run, journal).trimEnd().split('\n').length };
}

function printed(run: Run, journal: Parameters<ReturnType<typeof checkReporter>['run']>[1]): string {
  let text = '';
  const write = (more: string | Uint8Array): boolean => {
    text += String(more);
    return true;
  };
  const screen = { isTTY: false, columns: 0, write } as unknown as Pick<
    NodeJS.WriteStream,
    'isTTY' | 'columns' | 'write'
  >;
  const reporter = checkReporter({ probes: [], checks: everyCheck }, { json: false, verbose: false, screen });
  reporter.target('check http://127.0.0.1:8080');
  const byCheck = new Map(run.findings.map((finding) => [finding.check, finding]));
  for (const clause of everyLast(everyClause))
    reporter.clause(
      clause,
      clause.checks.flatMap(({ id }) => byCheck.get(id) ?? []),
    );
  reporter.end();
  reporter.run(run, journal, { path: 'reports/out/a-run' });
  return text;
}

const startedAt = '2026-11-21T05:00:00.000Z';

function headerOf(): RunHeader {
  return {
    schema: 'assay.run/1',
    command: 'check',
    tool: { name: 'assay', version: '0.1.0' },
    document: { title: 'a document', sha256: '0'.repeat(64) },
    target: 'http://127.0.0.1:8080',
    embedded: false,
    strict: false,
    seed: 1,
    startedAt,
    plan: { checks: everyCheck.map(({ id }) => id), atMost: { chats: 0, speeches: 0, credits: 0 } },
  };
}
