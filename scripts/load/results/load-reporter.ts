import type { Load } from '../../../load/verdict/load.ts';
import { validityBounds } from '../../../load/verdict/invalid.ts';
import type { LoadOutcome, LoadProgress } from '../../../load/runner/run-scenario.ts';
import type { UntilSoFar } from '../../../load/slo/until.ts';
import { gateText, loadLastLine, loadTimes } from '../../../reports/load/terminal.ts';
import { liveLine } from '../../../reports/live/line.ts';
import { loadVerdict } from './verdict.ts';
import { print } from '../../output/print.ts';
import { progressOn, type Screen } from '../../output/progress.ts';
import { terminalStyle } from '../../output/terminal-style.ts';

/** Elsewhere than on a terminal one line in so many seconds is enough to see that it goes on. */
const plainEveryMs = 5_000;

type LoadReporter = {
  readonly progress: (progress: LoadProgress, until?: UntilSoFar) => void;
  readonly end: () => void;
};

/**
 * On a terminal one line that keeps changing; a pipe or a file gets a line every few seconds.
 *
 * @param planned undefined in a closed loop
 */
export function loadReporter(planned: number | undefined, screen: Screen = process.stdout): LoadReporter {
  const lines = progressOn(screen);
  let saidAtMs = 0;
  return {
    progress: ({ counts, header, live, soFar }, until) => {
      if (screen.isTTY !== true && live.elapsedMs - saidAtMs < plainEveryMs) return;
      const line = liveLine({ counts, header, live, soFar: soFar(), bounds: validityBounds, until }, planned);
      lines.show(line);
      if (screen.isTTY === true) return;
      saidAtMs = live.elapsedMs;
      lines.say(line);
    },
    end: lines.end,
  };
}

/** The summary of a run that is over, and where the rest is. */
export function printLoad(load: Load, path: string): void {
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

export function printStopped({ by, because }: Pick<Extract<LoadOutcome, { is: 'stopped' }>, 'by' | 'because'>): void {
  const advice = by === 'credits' ? '; give the workspace more credits, or lower --duration or --rate' : '';
  console.log(`stopped: ${because}${advice}; every request until then is in requests.ndjson`);
}
