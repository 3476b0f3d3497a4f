import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judgedLoad } from '../../load/verdict/judged-load.ts';
import { requestsReader } from '../../load/records/reading.ts';
import { summaryOf, type Summary } from '../../load/figures/summary.ts';
import { writeRecords } from './synthetic-records.ts';

/**
 * How long the analysis of a million records takes, as a multiple of JSON.parse of each line alone, and how much memory
 * (`npm run bench:records`), then how much the whole `assay report` of them takes, with charts, pages and CSV. Both are
 * timed in turn, on pieces of the same file and by this thread's processor time, so that other work on the machine
 * affects both alike. The analysis reads, splits, parses, checks and folds the lines, and computes every figure at the
 * end.
 */
const records = Number(process.argv[2] ?? 1_000_000);
const [mostTimes, mostMegabytes] = [1.5, 512];
const pieceSize = 1 << 20;
const tellsMemory = `process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS))`;

const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
try {
  const path = join(folder, 'requests.ndjson');
  writeRecords(path, records);
  const analysis = report(measure(path));
  process.exitCode = reportCommand() && analysis ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

type Measured = { readonly parseMs: number; readonly analyseMs: number; readonly lines: number };

function measure(path: string): Measured {
  const [file, piece] = [openSync(path, 'r'), Buffer.alloc(pieceSize)];
  const decoder = new TextDecoder();
  const analysis = analyse();
  let [parseMs, analyseMs, lines, at, rest] = [0, 0, 0, 0, ''];
  for (;;) {
    const began = cpuMs();
    const size = readSync(file, piece, 0, pieceSize, at);
    if (size === 0) break;
    analysis.add(piece.subarray(0, size));
    analyseMs += cpuMs() - began;
    at += size;
    const whole = (rest + decoder.decode(piece.subarray(0, size), { stream: true })).split('\n');
    rest = whole.pop() ?? '';
    lines += whole.length;
    const parsing = cpuMs();
    for (const line of whole) JSON.parse(line);
    parseMs += cpuMs() - parsing;
  }
  const ending = cpuMs();
  analysis.end();
  analyseMs += cpuMs() - ending;
  closeSync(file);
  return { parseMs, analyseMs, lines };
}

function analyse(): { readonly add: (bytes: Uint8Array) => void; readonly end: () => void } {
  let summary: Summary | undefined;
  const refuse = (line: number): never => {
    throw new Error(`line ${line} of the bench is not a record`);
  };
  const reader = requestsReader({
    header: (header) => {
      summary = summaryOf(header);
    },
    record: (record) => summary?.add(record),
    unreadable: refuse,
  });
  return {
    add: reader.add,
    end: () => {
      const load = summary && judgedLoad(summary.load());
      if (load?.counts.recorded !== records || load.slo?.is !== 'met') throw new Error('the analysis went wrong');
    },
  };
}

function report({ parseMs, analyseMs, lines }: Measured): boolean {
  const times = analyseMs / parseMs;
  const megabytes = process.resourceUsage().maxRSS / 1024;
  const mark = (holds: boolean): string => (holds ? '✓' : '✗');
  const perRecord = (ms: number): string => `${((ms * 1000) / lines).toFixed(2)} µs a record`;
  console.log(`${mark(times <= mostTimes)} ${times.toFixed(2)} times JSON.parse alone (at most ${mostTimes})`);
  console.log(`${mark(megabytes <= mostMegabytes)} ${megabytes.toFixed(0)} MB (at most ${mostMegabytes})`);
  console.log(`  ${lines - 1} records: JSON.parse ${perRecord(parseMs)}, the whole analysis ${perRecord(analyseMs)}`);
  return times <= mostTimes && megabytes <= mostMegabytes;
}

/** Runs in a process of its own, to measure the peak memory of the report alone. */
function reportCommand(): boolean {
  const hook = `data:text/javascript,${encodeURIComponent(tellsMemory)}`;
  const args = ['--import', hook, join(import.meta.dirname, '..', 'bin.js'), 'report', folder, '--format', 'csv'];
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const megabytes = Number(/peak (\d+)$/.exec(stderr)?.[1]) / 1024;
  const holds = status === 0 && megabytes <= mostMegabytes;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `${holds ? '✓' : '✗'} ${megabytes.toFixed(0)} MB for the whole report (at most ${mostMegabytes}), ${seconds} s`,
  );
  if (status !== 0) console.log(stderr);
  return holds;
}
