import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { changePoints } from '../../load/statistics/change-points.ts';
import { randomFrom } from '../../load/plan/random.ts';
import { historyHtml } from '../../reports/history/html.ts';
import type { FindChanges } from '../../reports/history/changes.ts';
import { historyMarkdown } from '../../reports/history/markdown.ts';
import { historyOf } from '../../reports/history/history.ts';
import { historyText } from '../../reports/history/terminal.ts';
import { visibleJson } from '../../reports/text/visible.ts';
import { UsageError } from '../errors/usage-error.ts';
import { deliver, print } from '../output/print.ts';
import { terminalStyle } from '../output/terminal-style.ts';
import { openReportFolder, refuseToOverwrite } from '../results/result-folder.ts';
import { findRuns } from './find-runs.ts';
import { readRuns } from './read-runs.ts';

/** The same of the same runs each time. */
const findChanges: FindChanges = (points, alpha) =>
  changePoints(points, alpha, randomFrom(points.length, 'change points'));

type Options = { readonly out: string | undefined; readonly json: boolean };

/**
 * `assay report --history DIR…`: the runs of these folders, and of those in them, over time. The page goes into `out`, else
 * into the one folder that holds them, else into a new one.
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
  const text = visibleJson(JSON.stringify(history, null, 2));
  folder.write('history.json', `${text}\n`);
  folder.write('history.html', historyHtml(history));
  folder.write('history.md', historyMarkdown(history));
  folder.close();
  const screen = json ? process.stderr : process.stdout;
  print(`${historyText(history, terminalStyle(screen))}\nreport: ${folder.path}/history.html`, screen);
  if (json) await deliver(text);
  return 0;
}
