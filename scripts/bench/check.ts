import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checks } from '../../conformance/index.ts';
import type { Run } from '../../conformance/model/run.ts';
import { latencyBound } from './latency-bound.ts';
import { readJournal } from '../results/read-journal.ts';

/**
 * `npm run bench:check`: how long a full check takes against a reference service that delays every response, compared
 * with the time that the latency of the service makes inevitable. Service and check are separate processes, as in use.
 * Ends 1 where a check takes more than 1.3 times that (without a delay there is nothing to compare with).
 */
const concurrency = 8;
const delaysMs = [0, 50, 250];
const mostTimesTheBound = 1.3;

const bin = fileURLToPath(new URL('../bin.js', import.meta.url));
const env = { ...process.env, CI: '' };

console.log('delay     check  process   chain   sum/8   bound   ratio');
let isSlow = false;
for (const delayMs of delaysMs) {
  const { checkMs, processMs, chainMs, shareMs } = await timed(delayMs);
  const boundMs = Math.max(chainMs, shareMs);
  const ratio = checkMs / boundMs;
  if (delayMs > 0 && ratio > mostTimesTheBound) isSlow = true;
  const cells = [checkMs, processMs, chainMs, shareMs, boundMs].map((ms) => `${Math.round(ms)}`.padStart(7));
  console.log(`${`${delayMs} ms`.padEnd(7)} ${cells.join(' ')} ${ratio.toFixed(2).padStart(7)}`);
}
process.exitCode = isSlow ? 1 : 0;

async function timed(delayMs: number) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const service = spawn(process.execPath, [bin, 'serve', ...(delayMs === 0 ? [] : ['--delay', `${delayMs}ms`])], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(service.stdout.setEncoding('utf8'), 'data')) as [string];
    const { url, token, otherToken, provisioner } = JSON.parse(line) as Record<string, string>;
    const given = { target: url, token, 'other-token': otherToken, provisioner, out: folder, concurrency };
    const flags = Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const begun = performance.now();
    const child = spawn(process.execPath, [bin, 'check', ...flags], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    const [code] = (await once(child, 'close')) as [number];
    if (code !== 0) throw new Error(`check ended ${code}: ${folder}`);
    const processMs = performance.now() - begun;
    const run = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Run;
    const { exchanges } = readJournal(folder).journal;
    rmSync(folder, { recursive: true, force: true });
    const checkMs = Date.parse(run.endedAt) - Date.parse(run.startedAt);
    return { checkMs, processMs, ...latencyBound(exchanges, checks, concurrency) };
  } finally {
    service.kill();
  }
}
