import { realpathSync, existsSync } from 'node:fs';
import { resolve, join, relative, sep } from 'node:path';
import { changePoints } from '../../load/statistics/change-points.ts';
import { randomFrom } from '../../load/plan/random.ts';
import { historyHtml } from '../../reports/history/html.ts';
import type { FindChanges } from '../../reports/history/changes.ts';
import { historyMarkdown } from '../../reports/history/markdown.ts';
import { historyOf, type History, type HistoryEntry } from '../../reports/history/history.ts';
import { historyText } from '../../reports/history/terminal.ts';
import { escapeControlsInJson } from '../../reports/text/visible.ts';
import { UsageError } from '../errors/usage-error.ts';
import { printResult, print } from '../output/print.ts';
import { terminalStyle } from '../output/terminal-style.ts';
import { openReportFolder, refuseToOverwrite } from '../results/result-folder.ts';
import { findRuns, type FoundRun } from './find-runs.ts';
import { checkHistoryEntry, type RunFolder } from '../../reports/history/checks.ts';
import { loadHistoryEntry } from '../../reports/history/loads.ts';
import { readLoadJson } from '../load/results/read-load-json.ts';
import { readRunJson } from '../results/read-run-json.ts';

/** Seeded by the number of points, so that the same runs always give the same changes. */
const findChanges: FindChanges = (points, alpha) =>
  changePoints(points, alpha, randomFrom(points.length, 'change points'));

type Options = { readonly out: string | undefined; readonly json: boolean };

/**
 * `assay report --history DIR…`: the runs in these folders over time. The page goes into `out`, else into the given
 * folder if it is the only one and contains the runs, else into a new one.
 */
export async function reportHistory(given: readonly string[], { out, json }: Options): Promise<number> {
  const folders = [...new Set(given.map((path) => resolve(path)))];
  const found = folders.map((folder) => ({ folder, runs: findRuns(folder) }));
  const runs = new Map(found.flatMap((each) => each.runs).map((run) => [realpathSync(run.path), run]));
  if (runs.size === 0) throw new UsageError(`--history: no result folder is in ${folders.join(', ')}`);
  const [only, ...others] = found;
  const isParent = only !== undefined && others.length === 0 && only.runs.every(({ path }) => path !== only.folder);
  const path = out ?? (isParent ? only.folder : undefined);
  refuseToOverwrite(
    out,
    [...runs.values()].map((run) => run.path),
  );
  const folder = openReportFolder(path, 'history', new Date());
  const { seen, leftOut } = readRuns([...runs.values()], folder.path);
  if (seen.length === 0)
    throw new UsageError(
      `--history: none of ${runs.size} result folders can be used; of the first: ${leftOut[0]?.because ?? ''}`,
    );
  const history = historyOf(seen, leftOut, findChanges);
  const text = escapeControlsInJson(JSON.stringify(history, null, 2));
  folder.write('history.json', `${text}\n`);
  folder.write('history.html', historyHtml(history));
  folder.write('history.md', historyMarkdown(history));
  folder.close();
  const screen = json ? process.stderr : process.stdout;
  print(`${historyText(history, terminalStyle(screen))}\nreport: ${folder.path}/history.html`, screen);
  if (json) await printResult(text);
  return 0;
}

type ReadRuns = { readonly seen: readonly HistoryEntry[]; readonly leftOut: History['leftOut'] };

/**
 * Reads the runs of these folders one after the other, so that no more than one whole run is in memory. A folder that
 * cannot be read is left out and reported, and so is a second copy of a run, for example in a cache and an artefact.
 * @param from the folder that the history is written into
 */
function readRuns(found: readonly FoundRun[], from: string): ReadRuns {
  const seen = new Map<string, HistoryEntry>();
  const leftOut: { folder: string; because: string }[] = [];
  for (const { path, kind } of found) {
    const folder = relative(from, path).split(sep).join('/') || '.';
    try {
      const { key, run } = readRun(path, kind, { folder, hasReport: existsSync(join(path, 'report.html')) });
      const same = seen.get(key);
      if (same === undefined) seen.set(key, run);
      else leftOut.push({ folder, because: `it is the same run as ${same.run.folder}` });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      leftOut.push({ folder, because: error.message.replaceAll(path, folder) });
    }
  }
  return { seen: [...seen.values()], leftOut };
}

function readRun(
  path: string,
  kind: FoundRun['kind'],
  place: RunFolder,
): { readonly key: string; readonly run: HistoryEntry } {
  if (kind === 'load') {
    const load = readLoadJson(path);
    return { key: JSON.stringify([load.run, load.startedAt, load.target]), run: loadHistoryEntry(load, place) };
  }
  const run = readRunJson(path);
  return {
    key: JSON.stringify([run.command, run.startedAt, run.seed, run.target]),
    run: checkHistoryEntry(run, place),
  };
}
