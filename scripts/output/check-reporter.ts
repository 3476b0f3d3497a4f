import type { Journal } from '../../conformance/engine/run/assemble.ts';
import type { Clause } from '../../conformance/model/check.ts';
import type { JournalEvent } from '../../conformance/engine/engine.ts';
import { hasToBeJudged } from '../../conformance/model/level.ts';
import { probeNameOf } from '../../conformance/model/resumed-name.ts';
import type { Plan } from '../../conformance/engine/plan.ts';
import type { Finding, Run } from '../../conformance/model/run.ts';
import { causeBlock, causesLine, httpCausesBlock } from '../../reports/check/cause.ts';
import { causesToFix, failuresOf, unmetHttpOf } from '../../reports/check/clauses.ts';
import { levelsText } from '../../reports/check/levels.ts';
import {
  clauseLine,
  driftBlock,
  failureBlock,
  httpBlock,
  knownBlock,
  lastLine,
  inconclusiveBlock,
} from '../../reports/check/terminal.ts';
import { progressOn } from './progress.ts';
import { terminalStyle } from './terminal-style.ts';

/** What `check` says to people; with `--json` on stderr, since stdout is for the machine then. */
export type CheckReporter = {
  readonly say: (line: string) => void;
  readonly event: (event: JournalEvent) => void;
  readonly clause: (clause: Clause, findings: readonly Finding[]) => void;
  /** The run is over, one way or the other: nothing that changes is left on the screen. */
  readonly end: () => void;
  readonly run: (run: Run, journal: Journal, path: string) => void;
};

/** `json`: stdout is for the machine; `verbose`: every failure in full, and not only what its cause comes to. */
export function checkReporter(
  probes: Plan['probes'],
  { json, verbose }: { readonly json: boolean; readonly verbose: boolean },
): CheckReporter {
  const screen = json ? process.stderr : process.stdout;
  const style = terminalStyle(screen);
  const progress = progressOn(screen);
  const planned = new Set(probes.map(({ name }) => name));
  const sent = new Set<string>();
  const { say, end } = progress;
  return {
    say,
    end,
    event: (event) => {
      if (event.is !== 'exchange' || !planned.has(probeNameOf(event.exchange))) return;
      sent.add(probeNameOf(event.exchange));
      progress.show(`${sent.size} of ${planned.size} probes sent`);
    },
    clause: ({ number, topic, isOfEvery = false }, findings) =>
      say(clauseLine({ clause: number, topic: isOfEvery ? `${topic}, all answers` : topic, findings }, style)),
    run: (run, { exchanges }, path) => {
      const evidence = { exchanges, keptIn: 'exchanges.ndjson' };
      const open = run.findings.filter(
        ({ verdict, level }) => verdict.is === 'inconclusive' && hasToBeJudged(level, run.strict),
      );
      const unmet = unmetHttpOf(run);
      const causes = causesToFix(run);
      const many = verbose ? undefined : causesLine(causes);
      const known = run.findings.filter(({ knownFailure }) => knownFailure !== undefined);
      if (verbose) for (const finding of failuresOf(run)) say(`\n${failureBlock(finding, evidence, style)}`);
      else for (const { cause, findings } of causes) say(`\n${causeBlock(cause, findings, style)}`);
      if (unmet.length > 0)
        say(
          `\n${verbose ? httpBlock(unmet, evidence, style) : httpCausesBlock(causesToFix(run, unmet), causes, style)}`,
        );
      if (open.length > 0) say(`\n${inconclusiveBlock(open, style)}`);
      if (known.length > 0) say(`\n${knownBlock(known, style)}`);
      if (run.drift !== undefined && run.drift.length > 0) say(`\n${driftBlock(run.drift, style)}`);
      if (many !== undefined) say(`\n${many}`);
      say(`\nreport: ${path}/report.html`);
      say(levelsText(run));
      say(lastLine(run, style));
    },
  };
}
