import { fieldsOf, jsonOf } from '../../load/records/narrow.ts';
import { wrongBySample, type JudgedSamples } from '../../load/evidence/judged-samples.ts';
import { rewriteRecords } from './results/rewrite-records.ts';

/** What each record of the stream client begins with; its ids need no escape. */
const before = Buffer.from('{"id":"');
const mostId = 200;
const quote = 0x22;

/**
 * Lets requests.ndjson itself say which answers their samples showed to be wrong, so that whoever reads it alone is not told
 * `ok`. Where it cannot be written anew, what reads samples.json beside it tells the same.
 */
export async function recordSampleVerdicts(folder: string, heard: JudgedSamples): Promise<void> {
  const wrong = wrongBySample(heard);
  if (wrong.size === 0) return;
  await rewriteRecords(folder, (line) => changed(line, wrong));
}

/** The line of a record that was answered, and whose sample is wrong, as it is to be. */
function changed(line: Buffer, wrong: ReadonlyMap<string, string>): string | undefined {
  if (!line.subarray(0, before.length).equals(before)) return undefined;
  const end = line.subarray(0, before.length + mostId).indexOf(quote, before.length);
  const because = end < 0 ? undefined : wrong.get(line.toString('utf8', before.length, end));
  const record = because === undefined ? undefined : fieldsOf(jsonOf(line.toString('utf8')));
  return record?.['outcome'] === 'ok' ? JSON.stringify({ ...record, outcome: 'wrong', because }) : undefined;
}
