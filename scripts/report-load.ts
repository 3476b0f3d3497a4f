import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRequests } from '../load/model/reading.ts';
import { summaryOf } from '../load/model/summary.ts';
import { folderAt } from './result-folder.ts';
import { tellLoad } from './tell-load.ts';
import { UsageError } from './usage-error.ts';
import { writeLoadReports } from './write-reports.ts';

/** The reports of a load run, derived anew from its records. */
export function reportLoad(path: string): void {
  const { header, records } = readRequests(readFileSync(join(path, 'requests.ndjson'), 'utf8'));
  if (header === undefined)
    throw new UsageError(`${join(path, 'requests.ndjson')} does not begin with an assay.requests/1 header`);
  const summary = summaryOf(header);
  for (const record of records) summary.add(record);
  const load = summary.load();
  writeLoadReports(folderAt(path), load);
  tellLoad(load, path);
}
