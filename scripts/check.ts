import { randomInt } from 'node:crypto';
import { checks, clauses, observations } from '../conformance/index.ts';
import { runFrom, type Journal } from '../conformance/core/assemble.ts';
import { planOf } from '../conformance/core/budget.ts';
import { createEngine, type JournalEvent } from '../conformance/core/engine.ts';
import { exchangeLine } from '../conformance/core/exchange-line.ts';
import type { Exchange } from '../conformance/core/exchange.ts';
import type { Finding, Run, RunHeader } from '../conformance/core/run.ts';
import { probesOf, runChecks, type Work } from '../conformance/core/run-checks.ts';
import { profiles, selected } from '../conformance/core/select.ts';
import type { RawSettings, Settings } from '../conformance/core/settings.ts';
import { clauseLine, failureBlock, lastLine, unjudgedBlock } from '../reports/terminal.ts';
import { readDocument } from './document.ts';
import { listenForInterruption, type Interruption } from './interruption.ts';
import { readCa, readSettings } from './read-settings.ts';
import { openResultFolder, type ResultFolder } from './result-folder.ts';
import { openTarget, targetLine, type Target } from './target.ts';
import { terminalStyle } from './terminal-style.ts';
import { nearest, unknownName, UsageError } from './usage-error.ts';
import { version } from './version.ts';

/** `assay check`: judges, prints as it goes, keeps everything. Gives the exit code. */
export async function check(_args: readonly string[], flags: RawSettings): Promise<number> {
  const settings = await readSettings(flags);
  const work = workOf(settings);
  const ca = readCa(settings);
  const folder = openResultFolder(settings.out, 'check', new Date());
  const interruption = listenForInterruption();
  const target = await openTarget(settings);
  try {
    console.log(targetLine('check', target));
    const run = await judgeAll({ settings, work, ca, folder, interruption, target });
    return run.exitCode;
  } finally {
    await target.close();
    interruption.forget();
    folder.close();
  }
}

type Parts = {
  readonly settings: Settings;
  readonly work: Work;
  readonly ca: string | undefined;
  readonly folder: ResultFolder;
  readonly interruption: Interruption;
  readonly target: Target;
};

async function judgeAll({ settings, work, ca, folder, interruption, target }: Parts): Promise<Run> {
  const header = headerOf(settings, work, target);
  const journal = keepJournal(folder, header);
  const signal = AbortSignal.any([interruption.signal, journal.broken]);
  const style = terminalStyle();
  const { token, otherToken, provisioner } = target;
  const options = { ...settings, target: target.url, token, otherToken, provisioner, seed: header.seed, ca };
  const engine = createEngine(options, checks, journal.keep, signal);
  try {
    await runChecks(clauses, work, engine, ({ number, topic }, findings) => {
      if (!signal.aborted) console.log(clauseLine({ clause: number, topic, findings }, style));
    });
  } finally {
    await engine.close();
  }
  if (journal.broken.aborted) throw journal.broken.reason;
  const run = runFrom(
    journal.kept,
    { checks, observations },
    { at: new Date().toISOString(), signal: interruption.by() },
  );
  // Loaded at the end: the first verdict should not wait for it.
  const { writeCheckReports } = await import('./write-reports.ts');
  writeCheckReports(folder, run, journal.kept.exchanges);
  tell(run, journal.kept, folder.path);
  return run;
}

/** What the selection asks for. Throws where it names nothing. */
function workOf({ only, profile, require }: Settings): Work {
  for (const name of [profile, require]) {
    if (name !== undefined && !Object.hasOwn(profiles, name)) throw unknownName('profile', name, Object.keys(profiles));
  }
  const chosen = selected(checks, { only, profile });
  if (chosen.length === 0) throw emptySelection(only, profile);
  return { checks: chosen, observations: only.length > 0 ? [] : selected(observations, { only, profile }) };
}

function emptySelection(only: readonly string[], profile: string | undefined): UsageError {
  const ids = [...new Set(checks.flatMap(({ id }) => [id, id.split('/')[0] ?? id]))];
  const near = only.flatMap((glob) => nearest(glob, ids));
  const hint = near.length > 0 ? `; did you mean ${near.slice(0, 3).join(' or ')}?` : '; npx assay list shows the ids';
  const within = profile === undefined ? '' : ` within the profile ${profile}`;
  return new UsageError(`--only ${only.join(' ')} names no check${within}${hint}`);
}

function headerOf(settings: Settings, work: Work, target: Target): RunHeader {
  return {
    schema: 'assay.run/1',
    command: 'check',
    tool: { name: 'assay', version },
    document: readDocument(),
    target: target.url,
    embedded: target.embedded,
    strict: settings.strict,
    ...(settings.require === undefined ? {} : { require: settings.require }),
    seed: settings.seed ?? randomInt(2 ** 32),
    startedAt: new Date().toISOString(),
    plan: { checks: work.checks.map(({ id }) => id), atMost: planOf(probesOf(work, checks)) },
  };
}

/** Everything that happens goes to disk as it happens, and is remembered for the report. */
type KeptJournal = {
  readonly kept: Journal;
  readonly keep: (event: JournalEvent) => void;
  /** Aborted where something could not be kept: a run without its evidence is not worth going on. */
  readonly broken: AbortSignal;
};

function keepJournal(folder: ResultFolder, header: RunHeader): KeptJournal {
  const findings: Finding[] = [];
  const exchanges: Exchange[] = [];
  const breaking = new AbortController();
  folder.append('findings.ndjson', JSON.stringify(header));
  const keep = (event: JournalEvent): void => {
    try {
      if (event.is === 'finding') {
        findings.push(event.finding);
        folder.append('findings.ndjson', JSON.stringify(event.finding));
      } else {
        exchanges.push(event.exchange);
        folder.append('exchanges.ndjson', exchangeLine(event.exchange));
      }
    } catch (error) {
      breaking.abort(error);
    }
  };
  return { kept: { header, findings, exchanges }, keep, broken: breaking.signal };
}

function tell(run: Run, { exchanges }: Journal, path: string): void {
  const style = terminalStyle();
  const failed = run.findings.filter(({ verdict }) => verdict.is === 'fail');
  const open = run.findings.filter(({ verdict, level }) => verdict.is === 'inconclusive' && level === 'MUST');
  for (const finding of failed)
    console.log(`\n${failureBlock(finding, { exchanges, keptIn: 'exchanges.ndjson' }, style)}`);
  if (open.length > 0) console.log(`\n${unjudgedBlock(open, style)}`);
  console.log(`\nreport: ${path}/report.html`);
  console.log(lastLine(run, style));
}
