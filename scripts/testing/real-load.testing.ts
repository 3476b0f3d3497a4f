import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestRecord } from '../../load/records/record.ts';
import type { RequestsHeader } from '../../load/records/requests.ts';
import { groupByRun } from '../../load/records/segments.ts';
import { UsageError } from '../errors/usage-error.ts';
import { foldersWithRecords } from '../load/results/parts-found.ts';
import { reportRun } from '../load/results/report-load.ts';
import { assay, emptyFolder } from './run-assay.testing.ts';

type Service = { readonly url: string; readonly token: string };

/** The result folder of a real, audited run of `load` for eight seconds against this service. */
export async function realLoad({ url, token }: Service): Promise<string> {
  const folder = join(emptyFolder(), 'load');
  const target = ['--target', url, '--token', token, '--bot', 'support', '--content', 'text'];
  const brief = ['--audit', '--rate', '50', '--duration', '8s', '--warmup', '1s', '--seed', '2'];
  const { code, err } = await assay(['load', 'stream', ...target, ...brief, '--out', folder]);
  // Code 2: the measurement is invalid because the machine was busy.
  if (code !== 0 && code !== 2) throw new Error(err);
  return folder;
}

/** The changes that a test makes to a run. */
type Varied = {
  readonly settings?: Partial<RequestsHeader['settings']>;
  readonly record?: (quiet: RequestRecord) => RequestRecord;
  /** Selects and orders the records. */
  readonly lines?: (records: readonly RequestRecord[]) => readonly RequestRecord[];
  /** Files that are removed. */
  readonly without?: readonly string[];
};

/**
 * A copy of that folder in which all requests were sent and answered in time: other work on this machine must not
 * influence a test. Everything but times stays as in the run. The reports are written again.
 */
export async function quietCopy(
  folder: string,
  { settings = {}, record, lines, without = [] }: Varied = {},
): Promise<string> {
  const copy = join(emptyFolder(), 'load');
  cpSync(folder, copy, { recursive: true });
  const [first = '', ...rest] = readFileSync(join(copy, 'requests.ndjson'), 'utf8').trim().split('\n');
  const header = JSON.parse(first) as RequestsHeader;
  const quiet = rest.map((line) => quietened(JSON.parse(line) as RequestRecord));
  const records = record === undefined ? quiet : quiet.map(record);
  const written = [{ ...header, settings: { ...header.settings, ...settings } }, ...(lines?.(records) ?? records)];
  writeFileSync(join(copy, 'requests.ndjson'), written.map((line) => `${JSON.stringify(line)}\n`).join(''));
  for (const name of without) rmSync(join(copy, name));
  await reported(copy);
  return copy;
}

/** Runs in this process, whose code is warm; the command itself has tests of its own. */
async function reported(path: string): Promise<void> {
  const [run] = groupByRun(foldersWithRecords([path]).folders);
  if (run === undefined) throw new Error(`${path} holds no run`);
  try {
    (await reportRun(run, { out: undefined, gate: undefined, formats: [] })).folder.close();
  } catch (error) {
    // A folder that cannot be reported keeps its earlier reports.
    if (!(error instanceof UsageError)) throw error;
  }
}

/** A record with the times of an otherwise idle machine. */
function quietened(record: RequestRecord): RequestRecord {
  const { id, index, scenario, operation, intended, judged, contentChars, firstContentChars, credits } = record;
  const [sent, firstByte, end] = [intended + 1, intended + 100, intended + 150 + (index % 7)];
  return {
    id,
    index,
    scenario,
    intended,
    sent,
    headers: intended + 50,
    firstByte,
    end,
    ...(operation !== undefined && { operation }),
    ...(judged !== undefined && { judged }),
    ...(contentChars !== undefined && { contentChars }),
    ...(firstContentChars !== undefined && { firstContentChars }),
    ...(credits !== undefined && { credits }),
    events: [firstByte, firstByte + 20, firstByte + 40],
    eventsDropped: 0,
    firstEvent: firstByte,
    firstContent: firstByte,
    status: 200,
    outcome: 'ok',
    bytes: record.bytes,
    coalesced: 0,
    reused: record.reused,
  };
}
