import { basename } from 'node:path';
import { usualWithin, type CompareOptions } from '../../../load/compare/compare-loads.ts';
import { compareReleases, type Release } from '../../../load/compare/releases.ts';
import type { ReleasesComparison } from '../../../load/compare/comparison.ts';
import type { Load } from '../../../load/verdict/load.ts';
import { headlineStyle } from '../../../reports/text/format.ts';
import { escapeControls } from '../../../reports/text/visible.ts';
import { print } from '../../output/print.ts';
import type { ResultFolder } from '../../results/result-folder.ts';
import { readLoadRun } from './read-load-run.ts';
import { writeLoadsReports } from './write-load-reports.ts';

/** A folder with the load that it holds, where that is known. */
export type ReleaseFolder = { readonly path: string; readonly load?: Load };

/**
 * Compares each run with the one before, in the order in which they are named, which is that of releases; writes one page
 * for all of them, and prints what they come to: on stderr where stdout is for the machine. Gives the exit code.
 */
export async function reportReleases(
  folder: ResultFolder,
  shown: readonly ReleaseFolder[],
  options: CompareOptions = { within: usualWithin, asked: undefined, limits: [] },
  isJson = false,
): Promise<ReleasesComparison['exitCode']> {
  const read: (Release & { readonly load: Load })[] = [];
  for (const { path, load } of shown) {
    const run = await readLoadRun(path);
    read.push({ name: run.load.label ?? basename(path), run, load: load ?? run.load });
  }
  const releases = namedApart(read);
  const comparison = compareReleases(releases, options);
  const { word, says, ...about } = writeLoadsReports(folder, releases, comparison);
  const screen = isJson ? process.stderr : process.stdout;
  print(
    `\n${headlineStyle(about).mark} ${word}: ${escapeControls(says)}\nside by side: ${folder.path}/report.html`,
    screen,
  );
  if (isJson) process.stdout.write(`${JSON.stringify(comparison, null, 2)}\n`);
  return comparison.exitCode;
}

/** Two runs of one release are told apart by their place. */
function namedApart<Some extends { readonly name: string }>(runs: readonly Some[]): readonly Some[] {
  return runs.map((each, place) => {
    const isTwice = runs.some(({ name }, other) => other !== place && name === each.name);
    return isTwice ? { ...each, name: `${each.name} (${place + 1})` } : each;
  });
}
