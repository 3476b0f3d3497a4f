import type { Load } from '../load/model/load.ts';
import type { LoadProgress } from '../load/runner/run-scenario.ts';
import { loadSummary } from '../reports/terminal.ts';
import { terminalStyle } from './terminal-style.ts';

/** One line that keeps changing, for people who watch; a pipe gets the summary only. */
export function tellProgress({ counts }: LoadProgress): void {
  if (!process.stdout.isTTY) return;
  const { planned, recorded, ok, failed } = counts;
  process.stdout.write(
    `\r\u001B[K${recorded} of ${planned} requests answered, ${ok} ok after the warm-up, ${failed} failed`,
  );
}

/** The summary of a run that is over, and where the rest is. */
export function tellLoad(load: Load, path: string): void {
  if (process.stdout.isTTY) process.stdout.write('\r\u001B[K');
  console.log(loadSummary(load, terminalStyle()));
  console.log(`\nreport: ${path}/report.html`);
}
