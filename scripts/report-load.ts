import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { judgedLoad } from '../load/model/judged-load.ts';
import type { Load } from '../load/model/load.ts';
import type { RequestRecord } from '../load/model/record.ts';
import { headerOf, type RequestsHeader } from '../load/model/requests.ts';
import { mergedHeader, runsOf } from '../load/model/segments.ts';
import { summaryOf } from '../load/model/summary.ts';
import { tailRequests } from '../load/runner/tail-requests.ts';
import { evidenceIn } from './load-evidence.ts';
import { mergeSegments } from './merge-segments.ts';
import { folderAt, openResultFolder } from './result-folder.ts';
import { tellLoad } from './tell-load.ts';
import { UsageError } from './usage-error.ts';
import { writeLoadReports } from './write-reports.ts';

type LoadFolder = { readonly path: string; readonly header: RequestsHeader };

/**
 * The reports of load runs, derived anew from their records. Folders that hold segments of one run become one, in a folder
 * of its own: `out`, or a new one.
 */
export async function reportLoads(paths: readonly string[], out: string | undefined): Promise<void> {
  const folders = await Promise.all(paths.map(async (path) => ({ path, header: await headerIn(path) })));
  for (const run of runsOf(folders)) {
    const load = await loadOf(run);
    const [only, ...others] = run;
    const folder = only && others.length === 0 ? folderAt(only.path) : openResultFolder(out, 'load', new Date());
    if (others.length > 0) await mergeSegments(run, folder);
    writeLoadReports(folder, load);
    tellLoad(load, folder.path);
    folder.close();
  }
}

async function headerIn(folder: string): Promise<RequestsHeader> {
  const path = join(folder, 'requests.ndjson');
  const input = createReadStream(path);
  try {
    for await (const line of createInterface({ input })) {
      const header = headerOf(line);
      if (header !== undefined) return header;
      break;
    }
  } finally {
    input.destroy();
  }
  throw new UsageError(`${path} does not begin with an assay.requests/1 header`);
}

/** The load of one folder, as its records have it. */
export async function loadIn(path: string): Promise<Load> {
  return loadOf([{ path, header: await headerIn(path) }]);
}

async function loadOf(run: readonly LoadFolder[]): Promise<Load> {
  const summary = summaryOf(mergedHeader(run.map(({ header }) => header)));
  const sources = [];
  for (const { path, header } of run) {
    const canaries: RequestRecord[] = [];
    const tail = tailRequests(join(path, 'requests.ndjson'), {
      header: () => undefined,
      record: (record) => (record.operation === 'canary' ? canaries.push(record) : summary.add(record)),
      // What was torn by a kill, or by hand, is left out.
      unreadable: () => undefined,
    });
    await tail.catchUp();
    await tail.close();
    sources.push({ path, header, canaries });
  }
  return judgedLoad(summary.load(), evidenceIn(sources));
}
