import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestRecord } from '../../load/records/record.ts';
import type { RequestsHeader } from '../../load/records/requests.ts';
import { runsOf } from '../../load/records/segments.ts';
import { UsageError } from '../errors/usage-error.ts';
import { partsFound } from '../load/results/parts-found.ts';
import { reportRun } from '../load/results/report-load.ts';
import { assay, emptyFolder } from './run-assay.testing.ts';

type Service = { readonly url: string; readonly token: string };

/** A result folder as `load` leaves it: of a real, audited run of eight seconds against this service. */
export async function realLoad({ url, token }: Service): Promise<string> {
  const folder = join(emptyFolder(), 'load');
  const target = ['--target', url, '--token', token, '--bot', 'support', '--content', 'text'];
  const brief = ['--audit', '--rate', '50', '--duration', '8s', '--warmup', '1s', '--seed', '2'];
  const { code, err } = await assay(['load', 'stream', ...target, ...brief, '--out', folder]);
  // 2: invalid, where the machine was busy meanwhile.
  if (code !== 0 && code !== 2) throw new Error(err);
  return folder;
}

/** What a test changes of a run. */
type Varied = {
  readonly settings?: Partial<RequestsHeader['settings']>;
  readonly record?: (quiet: RequestRecord) => RequestRecord;
  /** What of the lines of records is kept, and in which order. */
  readonly lines?: (records: readonly RequestRecord[]) => readonly RequestRecord[];
  /** Files that are taken away. */
  readonly without?: readonly string[];
};

/**
 * A copy of that folder whose requests went out and were answered in time: what else this machine had to do meanwhile is no
 * part of a test. All that does not say when something came is as the run left it. The reports are written anew.
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

/** In this process, whose code is warm: what the command itself does has tests of its own. */
async function reported(path: string): Promise<void> {
  const [run] = runsOf(partsFound([path]).folders);
  if (run === undefined) throw new Error(`${path} holds no run`);
  try {
    (await reportRun(run, { out: undefined, gate: undefined, formats: [] })).folder.close();
  } catch (error) {
    // What cannot be reported keeps the reports that it came with.
    if (!(error instanceof UsageError)) throw error;
  }
}

/** Sent and answered as if nothing else had been under way. */
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
