import type { Journal } from '../../conformance/engine/run/assemble.ts';
import type { Clause } from '../../conformance/model/check.ts';
import type { JournalEvent } from '../../conformance/engine/engine.ts';
import { mustBeJudged } from '../../conformance/model/level.ts';
import { probeNameOf } from '../../conformance/model/probe-names.ts';
import type { Plan } from '../../conformance/engine/plan.ts';
import type { Finding, Run } from '../../conformance/model/run.ts';
import type { Check } from '../../conformance/model/check.ts';
import type { EarlierRun } from '../../reports/check/background.ts';
import { causesBlock, causesLine, httpCausesBlock } from '../../reports/check/cause.ts';
import { separateCauses, failuresOf, unmetHttpOf } from '../../reports/check/clauses.ts';
import { familyLine, familyName, familyOf } from '../../reports/check/screen/families.ts';
import { levelsText } from '../../reports/check/levels.ts';
import { controlComparisons } from '../../reports/exchange/control-comparison.ts';
import { notAppliedText } from '../../reports/check/screen/not-applied.ts';
import { inconclusiveReasonsBlock } from '../../reports/check/screen/inconclusive-reasons.ts';
import { goneAwayBlock } from '../../reports/check/scope/gone-away.ts';
import { noticesOf } from '../../reports/check/scope/notices.ts';
import { stoppedBlock, type Stopped } from '../../reports/check/stopped.ts';
import {
  clauseLine,
  driftBlock,
  failureBlock,
  httpBlock,
  knownBlock,
  lastLine,
  inconclusiveBlock,
} from '../../reports/check/terminal.ts';
import { wrapLines } from '../../reports/text/wrap.ts';
import { progressOn } from './progress.ts';
import { terminalStyle } from './terminal-style.ts';

/** The result folder, and the reports that could not be written into it. */
export type ReportPlace = { readonly path: string; readonly unwritten?: readonly string[] | undefined };

/** The messages of `check` for people; with `--json` on stderr, since stdout then holds the JSON. */
export type CheckReporter = {
  readonly say: (line: string) => void;
  /** The first line; if the target does not answer, also what was observed and what to do. */
  readonly target: (line: string, stopped?: Stopped) => void;
  readonly event: (event: JournalEvent) => void;
  readonly clause: (clause: Clause, findings: readonly Finding[]) => void;
  /** Ends the display of progress when the run is over. */
  readonly end: () => void;
  /** `earlier`: the previous run, which shows whether a failure is new. */
  readonly run: (run: Run, journal: Journal, place: ReportPlace, earlier?: EarlierRun) => void;
};

/** Interval in milliseconds of progress lines outside a terminal. */
const plainEveryMs = 15_000;

type ReadBy = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>;

type Planned = {
  readonly probes: Plan['probes'];
  readonly checks: readonly Pick<Check, 'id' | 'control' | 'ofEvery'>[];
};

/** The path of the page, unless it could not be written. */
export function reportLines({ path, unwritten = [] }: ReportPlace): readonly string[] {
  return unwritten.includes('report.html') ? [] : [`report: ${path}/report.html`];
}

/** `json`: stdout is for the JSON; `verbose`: prints each topic and each failure in full, and not only the causes. */
export function checkReporter(
  { probes, checks }: Planned,
  {
    json,
    verbose,
    command = 'check',
    screen = json ? process.stderr : process.stdout,
  }: { readonly json: boolean; readonly verbose: boolean; readonly command?: string; readonly screen?: ReadBy },
): CheckReporter {
  const style = terminalStyle(screen);
  const progress = progressOn(screen);
  const planned = new Set(probes.map(({ name }) => name));
  const sent = new Set<string>();
  const families = familiesOf(checks);
  const controlOf = new Map(checks.flatMap(({ id, control }) => (control === undefined ? [] : [[id, control]])));
  const { say, end } = progress;
  let isStopped = false;
  let saidAtMs = performance.now();
  const blocks = (
    run: Run,
    journal: Journal,
    causes: ReturnType<typeof separateCauses>,
    earlier?: EarlierRun,
  ): readonly string[] => {
    const open = openIn(run);
    const { exchanges } = journal;
    const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
    if (verbose) {
      const unmet = unmetHttpOf(run);
      const evidence = {
        exchanges,
        keptIn: 'exchanges.ndjson',
        comparedOf: controlComparisons(run.findings, byId, controlOf),
      };
      return [
        ...failuresOf(run).map((finding) => failureBlock(finding, evidence, style)),
        unmet.length === 0 ? '' : httpBlock(unmet, evidence, style),
        goneAwayBlock(run, style),
        open.length === 0 ? '' : inconclusiveBlock(open, style),
      ];
    }
    const telling = { style, earlier, exchangeOf: (id: string) => byId.get(id) };
    return [
      causesBlock(causes.toFix, telling),
      causes.aside.length === 0 ? '' : httpCausesBlock(causes.aside, telling),
      goneAwayBlock(run, style),
      open.length === 0 ? '' : inconclusiveReasonsBlock(open, run, style),
    ];
  };
  return {
    say,
    end,
    target: (line, stopped) => {
      isStopped = stopped !== undefined;
      if (stopped === undefined) say(line);
      else say(stoppedBlock(command, stopped, style));
    },
    event: (event) => {
      if (event.is !== 'exchange' || !planned.has(probeNameOf(event.exchange))) return;
      sent.add(probeNameOf(event.exchange));
      const status = `${sent.size} of ${planned.size} probes sent`;
      progress.show(status);
      if (screen.isTTY || performance.now() - saidAtMs < plainEveryMs) return;
      saidAtMs = performance.now();
      say(status);
    },
    clause: ({ number, topic, isOfEvery = false }, findings) => {
      const name = isOfEvery ? `${topic}, all answers` : topic;
      if (verbose) return say(clauseLine({ clause: number, topic: name, findings }, style));
      if (isStopped) return;
      for (const line of families.add(findings)) say(familyLine(line.name, line.findings, style));
    },
    run: (run, journal, place, earlier) => {
      const isShort = isStopped && !verbose;
      const { drift = [] } = run;
      const known = run.findings.filter(({ knownFailure }) => knownFailure !== undefined);
      const causes = separateCauses(run);
      const told = isShort ? [] : blocks(run, journal, causes, earlier).filter((block) => block !== '');
      for (const block of told) say(`\n${block}`);
      if (known.length > 0) say(`\n${knownBlock(known, style)}`);
      if (drift.length > 0) say(`\n${driftBlock(drift, style)}`);
      const many = verbose ? undefined : causesLine([...causes.toFix, ...causes.aside]);
      if (many !== undefined) say(`\n${many}`);
      if (!isShort) say('');
      for (const line of reportLines(place)) say(line);
      for (const line of isShort ? [] : [...noticesOf(run), levelsText(run), notAppliedText(run) ?? ''])
        if (line !== '') say(style.wraps === true ? wrapLines(line, 0, style.width).join('\n') : line);
      say(lastLine(run, style));
    },
  };
}

/** Findings that had to be judged and are inconclusive. */
function openIn(run: Run): readonly Finding[] {
  return run.findings.filter(({ verdict, level }) => verdict.is === 'inconclusive' && mustBeJudged(level, run.strict));
}

/**
 * Reports each family once all its planned findings are there. Rules about every answer form a family of their own and
 * come last.
 */
function familiesOf(checks: Planned['checks']) {
  const ofEvery = new Set(checks.filter((check) => check.ofEvery !== undefined).map(({ id }) => id));
  const nameOf = (id: string): string => (ofEvery.has(id) ? 'Every answer' : familyName(familyOf(id)));
  const planned = Map.groupBy(checks, ({ id }) => nameOf(id));
  const come = new Map<string, readonly Finding[]>();
  return {
    add: (findings: readonly Finding[]) => {
      const names = new Set(findings.map(({ check }) => nameOf(check)));
      return [...names].flatMap((name) => {
        const all = [...(come.get(name) ?? []), ...findings.filter(({ check }) => nameOf(check) === name)];
        come.set(name, all);
        return all.length === planned.get(name)?.length ? [{ name, findings: all }] : [];
      });
    },
  };
}
