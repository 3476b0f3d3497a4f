import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type { Load } from '../../../load/verdict/load.ts';
import type { RequestRecord } from '../../../load/records/record.ts';
import { withSampleVerdict } from '../../../load/evidence/judged-samples.ts';
import { tailRequests } from '../../../load/runner/follow-requests.ts';
import { levelRows } from '../../../reports/load/csv/levels-csv.ts';
import { requestCells, requestColumns } from '../../../reports/load/csv/requests-csv.ts';
import type { ResultFolder } from '../../results/result-folder.ts';
import { samplesIn } from './evidence.ts';

const file = 'requests.csv';

/** levels.csv: a line a level of a closed loop. */
export function writeLevelsCsv(folder: ResultFolder, { sweep, steps = [] }: Load): void {
  if (sweep === undefined) return;
  const rows = levelRows(steps).map((row) => [...row]);
  folder.write('levels.csv', stringify(rows, { escape_formulas: true }));
}

/** So many lines are written at once: one by one they would take longer than reading them. */
const batchSize = 1000;

/**
 * requests.csv: one line a record of requests.ndjson, the canary's left out. Text that a spreadsheet would take for a
 * formula begins with an apostrophe instead, since a target may have written it.
 */
export async function writeRequestsCsv(folder: ResultFolder): Promise<void> {
  const lines = (rows: readonly (readonly (string | number)[])[]): string =>
    stringify(
      rows.map((row) => [...row]),
      { escape_formulas: true },
    ).replace(/\n$/, '');
  folder.append(file, lines([requestColumns]));
  let batch: RequestRecord[] = [];
  const write = (): void => {
    if (batch.length > 0) folder.append(file, lines(batch.map(requestCells)));
    batch = [];
  };
  const heard = withSampleVerdict(samplesIn([folder.path]));
  const tail = tailRequests(join(folder.path, 'requests.ndjson'), {
    header: () => undefined,
    record: (record) => {
      if (record.index >= 0) batch.push(heard(record));
      if (batch.length >= batchSize) write();
    },
    // What was torn by a kill, or by hand, is left out, as in every report.
    unreadable: () => undefined,
  });
  await tail.catchUp();
  await tail.close();
  write();
}
