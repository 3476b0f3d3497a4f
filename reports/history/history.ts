import type { History, LeftOut } from '../../conformance/contract/formats/history.ts';
import type { FindChanges } from './changes.ts';
import { checkHistory, type CheckHistoryEntry } from './checks.ts';
import { loadHistory, type LoadHistoryEntry } from './loads.ts';

export type { History };
export type HistoryEntry = CheckHistoryEntry | LoadHistoryEntry;

/**
 * Runs over time, grouped by target and kind; the embedded service has another address each time. @param find finds
 * change points; without it there are none
 */
export function historyOf(
  seen: readonly HistoryEntry[],
  leftOut: readonly LeftOut[] = [],
  find: FindChanges = () => [],
): History {
  const newestFirst = seen.toSorted((a, b) => Date.parse(b.run.startedAt) - Date.parse(a.run.startedAt));
  const checks = newestFirst.filter((each) => each.is === 'checks');
  const loads = newestFirst.filter((each) => each.is === 'load');
  return {
    schema: 'assay.history/1',
    checks: grouped(checks, ({ command }) => command).map(checkHistory),
    loads: grouped(loads, ({ scenario }) => scenario).map((runs) => loadHistory(runs, find)),
    leftOut,
  };
}

function grouped<Run extends HistoryEntry>(
  runs: readonly Run[],
  kindOf: (run: Run) => string,
): readonly (readonly Run[])[] {
  const byTarget = Map.groupBy(runs, (run) => JSON.stringify([kindOf(run), run.embedded || run.target]));
  return [...byTarget.values()];
}
