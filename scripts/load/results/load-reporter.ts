import type { Load } from '../../../load/verdict/load.ts';
import { validityBounds } from '../../../load/verdict/invalid.ts';
import type { LoadProgress } from '../../../load/runner/run-scenario.ts';
import type { Live } from '../../../load/runner/live.ts';
import { gateText, loadLastLine, loadTimes } from '../../../reports/load/terminal.ts';
import { counted } from '../../../reports/text/format.ts';
import { loadVerdict } from './verdict.ts';
import { print } from '../../output/print.ts';
import { progressOn, type Screen } from '../../output/progress.ts';
import { terminalStyle } from '../../output/terminal-style.ts';

/** Elsewhere than on a terminal one line in so many seconds is enough to see that it goes on. */
const plainEveryMs = 5_000;

type LoadReporter = { readonly progress: (progress: LoadProgress) => void; readonly end: () => void };

/**
 * On a terminal one line that keeps changing; a pipe or a file gets a line every few seconds.
 *
 * @param planned undefined in a closed loop
 */
export function loadReporter(planned: number | undefined, screen: Screen = process.stdout): LoadReporter {
  const lines = progressOn(screen);
  let saidAtMs = 0;
  return {
    progress: ({ counts, live }) => {
      const line = liveLine(live, counts.recorded, planned);
      lines.show(line);
      if (screen.isTTY === true || live.elapsedMs - saidAtMs < plainEveryMs) return;
      saidAtMs = live.elapsedMs;
      lines.say(line);
    },
    end: lines.end,
  };
}

export function liveLine(live: Live, recorded: number, planned: number | undefined): string {
  const { elapsedMs, ratePerS, inFlight, first, firstP50Ms, firstP95Ms, failed } = live;
  const times = firstP50Ms === undefined ? '–' : `p50 ${firstP50Ms.toFixed(0)} p95 ${(firstP95Ms ?? 0).toFixed(0)} ms`;
  return [
    `${(elapsedMs / 1_000).toFixed(0)} s`,
    planned === undefined ? counted(recorded, 'request') : `${recorded} of ${planned}`,
    `${ratePerS.toFixed(1)}/s`,
    ...(inFlight === undefined ? [] : [`${inFlight} in flight`]),
    `${first} ${times}`,
    `${failed} failed`,
    creditsOf(live),
    instrumentWord(live),
  ].join(' · ');
}

function creditsOf({ credits, creditsForAnswers }: Live): string {
  return credits === creditsForAnswers ? `${credits} credits` : `${creditsForAnswers} to ${credits} credits`;
}

/** The verdict at the end knows more; what goes wrong during a run is above all that requests leave late. */
function instrumentWord({ lagP99Ms }: Live): string {
  if (lagP99Ms === undefined) return 'instrument –';
  const isLate = lagP99Ms > validityBounds.lagP99Ms;
  return isLate ? `instrument late: lag p99 ${lagP99Ms.toFixed(0)} ms` : 'instrument ok';
}

/** The summary of a run that is over, and where the rest is. */
export function tellLoad(load: Load, path: string): void {
  const style = terminalStyle();
  const parts = [
    gateText(load, style),
    loadTimes(load, style),
    loadVerdict(load, style),
    `report: ${path}/report.html`,
  ];
  print(parts.filter((part) => part !== '').join('\n\n'));
  print(loadLastLine(load, style));
}

export function tellStopped(because: string): void {
  console.log(`stopped: ${because}; every request until then is in requests.ndjson`);
}
