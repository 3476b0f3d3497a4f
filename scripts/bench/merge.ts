import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requestsReader } from '../../load/records/reading.ts';
import { summaryOf, type Summary } from '../../load/figures/summary.ts';
import { writeRecords } from './synthetic-records.ts';

/**
 * `npm run bench:merge -- [RECORDS] [SEGMENTS]`: the processor time of `assay report` over SEGMENTS segments of RECORDS
 * records with 20 events each, as a multiple of reading and folding the same bytes once in one process, and its peak
 * memory. This includes all reports, pages and charts.
 */
const [each = 1_000_000, segments = 8] = process.argv.slice(2).map(Number);
const mostMegabytes = 512;
const pieceSize = 1 << 20;
const tells = `process.on('exit', () => { const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage(); process.stderr.write('used ' + maxRSS + ' ' + (userCPUTime + systemCPUTime)) })`;

const folder = mkdtempSync(join(tmpdir(), 'assay-bench-merge-'));
try {
  const paths = Array.from({ length: segments }, (_, place) => writeSegment(place));
  const bytes = paths.reduce((sum, path) => sum + statSync(join(path, 'requests.ndjson')).size, 0);
  const readS = readOnce(paths);
  const { megabytes, seconds } = reportOf(paths);
  const holds = megabytes <= mostMegabytes;
  console.log(`${segments} segments of ${each} records, ${(bytes / 1e9).toFixed(2)} GB`);
  console.log(
    `  ${(seconds / readS).toFixed(2)} times reading the same bytes once (${seconds.toFixed(1)} s for ${readS.toFixed(1)} s)`,
  );
  console.log(`${holds ? '✓' : '✗'} ${megabytes.toFixed(0)} MB at most (goal: ${mostMegabytes})`);
  process.exitCode = holds ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

function writeSegment(place: number): string {
  const path = join(folder, `segment-${place}`);
  mkdirSync(path);
  writeRecords(join(path, 'requests.ndjson'), each, { place, of: segments, run: `${place}`.padStart(12, '0') });
  return path;
}

/** Processor seconds for reading these files one after the other into one summary. */
function readOnce(paths: readonly string[]): number {
  const began = process.cpuUsage();
  let summary: Summary | undefined;
  const piece = Buffer.alloc(pieceSize);
  for (const path of paths) {
    const reader = requestsReader({
      header: (header) => (summary ??= summaryOf(header)),
      record: (record) => summary?.add(record),
      unreadable: () => undefined,
    });
    const file = openSync(join(path, 'requests.ndjson'), 'r');
    for (let size = readSync(file, piece); size > 0; size = readSync(file, piece)) reader.add(piece.subarray(0, size));
    closeSync(file);
  }
  if (summary?.load().counts.recorded !== each * segments) throw new Error('the bench has lost records');
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
}

/**
 * Runs the report in a process of its own, which has its own peak memory. It starts as users start it: `bin.js` limits
 * the memory for new objects.
 */
function reportOf(paths: readonly string[]): { readonly megabytes: number; readonly seconds: number } {
  const hook = `data:text/javascript,${encodeURIComponent(tells)}`;
  const out = join(folder, 'merged');
  const command = ['report', ...paths, '--out', out];
  const args = ['--import', hook, join(import.meta.dirname, '..', 'bin.js'), ...command];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const [, peakKb, micros] = /used (\d+) (\d+)$/.exec(stderr) ?? [];
  if (status !== 0) throw new Error(`assay report ended with ${status}: ${stderr}`);
  return { megabytes: Number(peakKb) / 1024, seconds: Number(micros) / 1e6 };
}
