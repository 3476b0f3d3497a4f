import { defectKey, requestFlawOf } from '../../conformance/engine/causes/defects.ts';
import { commandOf } from '../../conformance/engine/judging/reproduction.ts';
import type { Finding, Run, RunHeader } from '../../conformance/model/run.ts';
import type { FoundDefect } from '../../conformance/fuzz/found.ts';
import type { FuzzResult, Progress } from '../../conformance/fuzz/fuzz.ts';
import { properties } from '../../conformance/fuzz/index.ts';
import { shellWord } from '../../conformance/engine/judging/shell.ts';
import { clausesOf } from '../../reports/check/clauses.ts';
import { levelsText } from '../../reports/check/levels.ts';
import { inconclusiveReasonsBlock } from '../../reports/check/screen/inconclusive-reasons.ts';
import { stoppedBlock, type Stopped } from '../../reports/check/stopped.ts';
import { triedLines } from '../../reports/check/scope/tried.ts';
import { clauseLine, failureBlock, lastLine } from '../../reports/check/terminal.ts';
import { pluralize } from '../../reports/text/format.ts';
import { controlComparisons } from '../../reports/exchange/control-comparison.ts';
import { titleLine } from '../../reports/check/finding-lines.ts';
import type { TerminalStyle } from '../../reports/text/paint.ts';
import { escapeControls } from '../../reports/text/visible.ts';
import { wrapLines } from '../../reports/text/wrap.ts';
import { reportLines, type ReportPlace } from './check-reporter.ts';
import { progressOn } from './progress.ts';
import { terminalStyle } from './terminal-style.ts';

/** The messages of `fuzz` for people. */
export type FuzzReporter = {
  readonly say: (line: string) => void;
  /** The first line; if the target does not answer, also what was observed and what to do. */
  readonly target: (line: string, stopped?: Stopped) => void;
  readonly begins: (header: RunHeader, plan: { readonly runs: number; readonly forMs: number | undefined }) => void;
  readonly progress: (progress: Progress, seed: number) => void;
  readonly found: (found: FoundDefect, path: string) => void;
  readonly end: () => void;
  readonly run: (run: Run, result: FuzzResult, place: ReportPlace) => void;
};

const endings: Readonly<Record<FuzzResult['ended'], string>> = {
  runs: '',
  time: '; time limit reached',
  credits: '; --max-credits allows no further case',
  interrupted: '; interrupted',
  'nothing left to judge': '; ended early: the last cases could not be judged',
};

const controlOf = new Map(properties.flatMap(({ id, control }) => (control === undefined ? [] : [[id, control]])));

export function fuzzReporter(): FuzzReporter {
  const style = terminalStyle(process.stdout);
  const { say, show, end } = progressOn(process.stdout);
  let header: RunHeader | undefined;
  let isStopped = false;
  /** The first finding of each defect, which is printed in full. */
  const told = new Map<string, string>();
  const tellTried = (run: Run, result: FuzzResult): void => {
    const open = run.findings.filter(({ verdict }) => verdict.is === 'inconclusive');
    say('');
    for (const clause of clausesOf(run)) say(clauseLine(clause, style));
    for (const line of triedLines(result.tried)) say(line);
    if (open.length > 0) say(`\n${inconclusiveReasonsBlock(open, run, style, 'report.html has them')}`);
    say(`\n${progressText(result, run.causes.length)} · seed ${run.seed}${endings[result.ended]}`);
    for (const [id, times] of result.met) say(`  ${id}: shown by ${times} of ${pluralize(result.cases, 'case')}`);
  };
  return {
    say,
    end,
    target: (line, stopped) => {
      isStopped = stopped !== undefined;
      say(stopped === undefined ? line : stoppedBlock('fuzz', stopped, style));
    },
    begins: (begun, { runs, forMs }) => {
      header = begun;
      if (isStopped) return;
      const { seed, plan } = begun;
      const { checks, atMost } = plan;
      const bound =
        runs === 0 ? 'inputs of a file' : forMs === undefined ? pluralize(runs, 'case') : `${forMs / 1000} s`;
      const of = checks.length === 1 ? '1 property' : `${checks.length} properties`;
      say(`seed ${seed} · ${bound} · ${of} · at most ${pluralize(atMost.credits, 'credit')}`);
    },
    progress: (progress, seed) => show(`${progressText(progress, told.size)} · seed ${seed}`),
    found: ({ finding, exchanges, controls, entry, afterCases, isShrunk }, path) => {
      const byId = new Map([...controls, ...exchanges].map((exchange) => [exchange.id, exchange]));
      const key = defectKey(finding, (id) => byId.get(id));
      const first = told.get(key);
      if (first === undefined) told.set(key, finding.check);
      const colour = finding.level === 'HTTP' ? 'yellow' : 'red';
      const shown = pasteable(finding, path);
      const evidence = { exchanges, keptIn: 'exchanges.ndjson', comparedOf: controlComparisons([], byId, controlOf) };
      if (first === undefined) say(`\n${failureBlock(shown, evidence, style, colour)}`);
      else say(`\n${sameBlock(shown, first, style, colour)}`);
      const shrunk = entry.input.length === 1 ? 'this request' : `these ${entry.input.length} requests`;
      const how = isShrunk === true ? `, and shrunk to ${shrunk}` : '';
      const origin = afterCases === undefined ? 'found earlier' : `found as case ${afterCases}${how}`;
      say(`  ${origin}; seed ${entry.seed}`);
      if (told.size === 1 && first === undefined) say(`  replay\n    ${replayLine(path, header)}`);
    },
    run: (run, result, place) => {
      end();
      if (!isStopped) tellTried(run, result);
      for (const line of reportLines(place)) say(line);
      if (!isStopped) say(levelsText(run));
      say(lastLine(run, style));
    },
  };
}

/** Longest curl line that can be pasted well. */
const longestLine = 700;

/** Replaces a very long curl line by the command that sends the request. */
function pasteable(finding: Finding, path: string): Finding {
  if (finding.reproduce.length <= longestLine) return finding;
  return { ...finding, reproduce: commandOf(finding.check, path), reproduceBy: 'command' };
}

/** For a defect that was already printed for another operation: where else it shows. */
function sameBlock(finding: Finding, first: string, style: TerminalStyle, colour: 'yellow' | 'red'): string {
  const shows = requestFlawOf(finding);
  return [
    titleLine(finding, colour, style),
    ...wrapLines(`The same as ${first}${shows === undefined ? '' : `: ${shows}`}`, 2, style.width),
    `  reproduce\n    ${escapeControls(finding.reproduce, '\n\t')}`,
  ].join('\n');
}

/**
 * A command that can be pasted: with the real target, never the embedded service, and with the token from the
 * environment.
 */
function replayLine(path: string, header: Pick<RunHeader, 'target' | 'embedded' | 'given'> | undefined): string {
  const isThere = header !== undefined && !header.embedded;
  const target = isThere ? shellWord(header.target) : '"$ASSAY_TARGET"';
  const hasToken = !isThere || header.given?.credentials.includes('token') === true;
  const token = hasToken ? ' --token "$ASSAY_TOKEN"' : '';
  return `npx assay fuzz --replay ${shellWord(`${path}/corpus.ndjson`)} --target ${target}${token}`;
}

/** Counts causes as the headline and the reports do: a defect that two operations show is one. */
function progressText({ cases, answers }: Progress, causes: number): string {
  const kinds = pluralize(answers, 'kind of answer', 'kinds of answers');
  return `${pluralize(cases, 'case')} · ${pluralize(causes, 'cause')} of failure · ${kinds} (operation, status, error code)`;
}
