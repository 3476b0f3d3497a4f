import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Pool } from 'undici';
import { deepFaults, isDeepFaultId, withDeepFault, type DeepFaultId } from '../../fixtures/faults/deep/index.ts';
import { isVariantId, variants, withVariant } from '../../fixtures/variants/index.ts';
import { checks } from '../../conformance/index.ts';
import { createEngine } from '../../conformance/engine/engine.ts';
import { fuzz } from '../../conformance/fuzz/fuzz.ts';
import { fuzzedOn, operationsFor, requestsText } from '../../conformance/fuzz/fuzzed.testing.ts';
import { properties } from '../../conformance/fuzz/index.ts';
import { schemathesisRate } from './schemathesis.ts';

/**
 * `npm run bench:fuzz`: whether fuzz finds its faults, accuses no valid service, and how fast it is. `-- rate`, `--
 * deep`, `-- valid` measure one of the three; `-- deep 'deep-chat-*'` some faults. Ends 1 where a goal is missed, 3
 * where the name matches nothing.
 */
const [part = 'all', glob = '*'] = process.argv.slice(2);
const seeds = Array.from({ length: 10 }, (_, at) => at + 1);
const leastFound = 9;
const runs = 2_000;
const validRuns = 5_000;
const leastPerSecond = 1_500;
const mostCpuMs = 0.8;
const mostBytes = 300e6;
const rateRuns = 100_000;
/** Cases of each operation: enough that the start of the process does not matter. */
const peerCases = 500;

let isMissed = false;
const wanted = (id: string): boolean => new RegExp(`^${glob.replaceAll('*', '.*')}$`).test(id);
const told = (isMet: boolean, line: string): void => {
  isMissed ||= !isMet;
  console.log(`${isMet ? '✓' : '✗'} ${line}`);
};

const measurable = ['all', 'rate', 'deep', 'valid'];
const named = part === 'valid' ? ['valid', ...Object.keys(variants)] : Object.keys(deepFaults);
if (!measurable.includes(part) || !named.some(wanted)) {
  console.error(
    `bench:fuzz: ${part} ${glob} matches no fault; choose from ${measurable.join(', ')}, and globs of them`,
  );
  process.exit(3);
}
if (['all', 'rate'].includes(part)) await rate();
if (['all', 'deep'].includes(part)) for (const id of Object.keys(deepFaults).filter(isDeepFaultId)) await deep(id);
if (['all', 'valid'].includes(part)) await valid();
process.exitCode = isMissed ? 1 : 0;

async function deep(id: DeepFaultId): Promise<void> {
  if (!wanted(id)) return;
  const { smallest } = deepFaults[id];
  const operations = operationsFor(deepFaults[id]);
  const after: (number | undefined)[] = [];
  for (const seed of seeds) {
    const { found } = await fuzzedOn(withDeepFault(id), {
      seed,
      runs,
      operations,
      until: ({ exchanges }) => smallest.test(requestsText(exchanges)),
    });
    after.push(found.find(({ exchanges }) => smallest.test(requestsText(exchanges)))?.afterCases);
  }
  const times = after.filter((cases) => cases !== undefined);
  const cases = after.map((each) => each ?? '–').join(' ');
  told(times.length >= leastFound, `${id.padEnd(32)} ${times.length} of ${seeds.length} seeds, at case ${cases}`);
}

async function valid(): Promise<void> {
  for (const id of ['valid', ...Object.keys(variants)].filter(wanted)) {
    // A service that refuses every seventh request asks for a pause of a second each time: with as many cases as usual
    // this would take an hour.
    const many = id === 'rate-limited' ? validRuns / 50 : validRuns;
    const { found, result } = await fuzzedOn(isVariantId(id) ? withVariant(id) : {}, { seed: 1, runs: many });
    const open = result.rest.filter(({ verdict }) => verdict.is !== 'pass');
    told(found.length + open.length === 0, `${id.padEnd(32)} ${result.cases} cases, ${result.findings} findings`);
    for (const { finding } of found) console.log(`  ${finding.check}: ${JSON.stringify(finding.mismatches[0])}`);
    for (const { check, verdict } of open) console.log(`  ${check}: ${JSON.stringify(verdict)}`);
  }
}

/**
 * Measures the speed with short inputs and every oracle that needs only a token, against the reference service in a
 * process of its own.
 */
async function rate(): Promise<void> {
  // The same setting as in scripts/commands/fuzz.ts.
  setFlagsFromString('--semi-space-growth-factor=1');
  const bin = fileURLToPath(new URL('../bin.js', import.meta.url));
  const service = spawn(process.execPath, [bin, 'serve'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = (await once(service.stdout, 'data')) as [Buffer];
    const { url, token } = JSON.parse(line.toString()) as { readonly url: string; readonly token: string };
    await bare(url);
    await besidePeer(await fuzzing(url, token), url, token);
  } finally {
    service.kill('SIGTERM');
  }
}

async function bare(url: string): Promise<void> {
  const pool = new Pool(url, { connections: 16 });
  const loop = async (): Promise<void> => {
    for (let at = 0; at < 500; at += 1) {
      const { body } = await pool.request({ path: '/v1/audio/voices', method: 'GET' });
      await body.dump();
    }
  };
  const { perSecond, cpuMs } = await measured(async () => {
    await Promise.all(Array.from({ length: 16 }, loop));
    return 8_000;
  });
  console.log(`  bare undici, GET /v1/audio/voices: ${perSecond}/s, ${cpuMs.toFixed(3)} ms of CPU a request`);
  await pool.close();
}

async function fuzzing(target: string, token: string): Promise<number> {
  let requests = 0;
  const options = { target, token, seed: 1, timeoutMs: 10_000, concurrency: 16, headers: [], http2: false };
  const { signal } = new AbortController();
  const engine = createEngine(options, checks, ({ is }) => (requests += is === 'exchange' ? 1 : 0), signal);
  const asked = { longestText: 12 };
  const { perSecond, cpuMs, bytes } = await measured(async () => {
    const how = {
      properties: properties.filter(({ needs }) => !needs.includes('provisioner')),
      seed: 1,
      runs: rateRuns,
      isOver: () => false,
      mayShrink: () => true,
      concurrency: 16,
      corpus: [],
      texts: asked,
      signal,
    };
    await fuzz(how, engine, { found: () => undefined, progress: () => undefined });
    return requests;
  });
  await engine.close();
  told(perSecond >= leastPerSecond, `fuzz, ${requests} requests: ${perSecond}/s (goal ${leastPerSecond})`);
  told(cpuMs <= mostCpuMs, `fuzz: ${cpuMs.toFixed(3)} ms of CPU a request (goal ${mostCpuMs})`);
  told(bytes < mostBytes, `fuzz: ${Math.round(bytes / 1e6)} MB at the end (goal ${mostBytes / 1e6})`);
  return perSecond;
}

async function besidePeer(perSecond: number, url: string, token: string): Promise<void> {
  const peer = await schemathesisRate(url, token, peerCases);
  if (peer === undefined) return console.log('  schemathesis is not on this machine, so that there is no comparison');
  const times = Math.round(perSecond / peer.perSecond);
  console.log(
    `  schemathesis, ${peer.cases} cases: ${Math.round(peer.perSecond)}/s, ${peer.cpuMs.toFixed(1)} ms of CPU a case`,
  );
  console.log(`  fuzz sends ${times} times as many requests per second`);
}

async function measured(run: () => Promise<number>) {
  const begun = performance.now();
  const before = process.cpuUsage();
  const requests = await run();
  const { user, system } = process.cpuUsage(before);
  const perSecond = Math.round((requests / (performance.now() - begun)) * 1_000);
  return { perSecond, cpuMs: (user + system) / 1_000 / requests, bytes: process.memoryUsage().rss };
}
