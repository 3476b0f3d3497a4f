import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { seenChecks, type RunFolder } from '../../reports/history/checks.ts';
import type { History, Seen } from '../../reports/history/history.ts';
import { seenLoad } from '../../reports/history/loads.ts';
import { UsageError } from '../errors/usage-error.ts';
import { readLoadJson } from '../load/results/read-load-json.ts';
import { readRunJson } from '../results/read-run-json.ts';
import type { FoundRun } from './find-runs.ts';

type ReadRuns = { readonly seen: readonly Seen[]; readonly leftOut: History['leftOut'] };

/**
 * What a history takes of these folders, one after the other, so that no more than one whole run is held. A folder that
 * cannot be read is left out and told, and so is a run that is there twice, as a cache and an artefact may both have it.
 * @param from the folder that the history is written into
 */
export function readRuns(found: readonly FoundRun[], from: string): ReadRuns {
  const seen = new Map<string, Seen>();
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

function readRun(path: string, kind: FoundRun['kind'], place: RunFolder): { readonly key: string; readonly run: Seen } {
  if (kind === 'load') {
    const load = readLoadJson(path);
    return { key: JSON.stringify([load.run, load.startedAt, load.target]), run: seenLoad(load, place) };
  }
  const run = readRunJson(path);
  return { key: JSON.stringify([run.command, run.startedAt, run.seed, run.target]), run: seenChecks(run, place) };
}
