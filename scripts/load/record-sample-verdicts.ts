import { asObject, parseJson, asString } from '../../load/records/narrow.ts';
import { changeByVerdict, wrongReasons, type JudgedSamples } from '../../load/evidence/judged-samples.ts';
import { rewriteRecords } from './results/rewrite-records.ts';

/** The beginning of each record of the stream client; its ids need no escapes. */
const before = Buffer.from('{"id":"');
const mostId = 200;
const quote = 0x22;

/**
 * Writes into requests.ndjson which responses their samples showed to be wrong, so that a reader of this file alone
 * does not see `ok`. Where the file cannot be rewritten, samples.json beside it contains the same.
 */
export async function recordSampleVerdicts(folder: string, heard: JudgedSamples): Promise<void> {
  const wrong = wrongReasons(heard);
  if (wrong.size === 0) return;
  const right = heard.samples.filter(({ is }) => is === 'right').map(({ id }) => [id, undefined] as const);
  await rewriteRecords(folder, (line) => changed(line, new Map([...wrong, ...right])));
}

/** The new line of a record whose sample was judged. Undefined for other lines. */
function changed(line: Buffer, judged: ReadonlyMap<string, string | undefined>): string | undefined {
  if (!line.subarray(0, before.length).equals(before)) return undefined;
  const end = line.subarray(0, before.length + mostId).indexOf(quote, before.length);
  const id = end < 0 ? '' : line.toString('utf8', before.length, end);
  if (!judged.has(id)) return undefined;
  const record = asObject(parseJson(line.toString('utf8')));
  const [outcome, by, broke] = ['outcome', 'judged', 'broke'].map((name) => asString(record?.[name]));
  const change = changeByVerdict({ outcome, judged: by, broke }, judged.get(id));
  return change === undefined ? undefined : JSON.stringify({ ...record, ...change });
}
