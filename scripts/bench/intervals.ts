import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { summaryOf } from '../../load/figures/summary.ts';
import { randomFrom } from '../../load/plan/random.ts';
import { readRequests } from '../../load/records/reading.ts';
import { header, record } from '../../load/records/records.testing.ts';
import type { RequestRecord } from '../../load/records/record.ts';
import type { Load } from '../../load/verdict/load.ts';
import { normal } from './until-simulated.ts';

/**
 * Measures how often the 95 % intervals of a load report contain the true value (`npm run bench:intervals`; `-- 100`
 * for fewer runs, `-- 500 DIR…` adds the records of load runs). Simulated: runs with known true values, with requests
 * that are independent, correlated with the ones before them, or bimodal. Replayed: tenths of a real run, against the
 * figures of the whole run. Ends 1 where the intervals of a simulated quantity contain the true value in fewer than 85
 * %.
 */
const [trialsText = '500', ...folders] = process.argv.slice(2);
const trials = Number(trialsText);
const least = 0.85;
/** Fewest runs with an interval that say something about a quantity. */
const fewest = trials / 2;

type Case = { readonly requests: number; readonly alike: number; readonly slowShare: number };

const cases: readonly Case[] = [
  { requests: 300, alike: 0, slowShare: 0 },
  { requests: 1_000, alike: 0, slowShare: 0 },
  { requests: 5_000, alike: 0, slowShare: 0 },
  { requests: 1_000, alike: 0.5, slowShare: 0 },
  { requests: 1_000, alike: 0.8, slowShare: 0 },
  { requests: 1_000, alike: 0.95, slowShare: 0 },
  { requests: 1_000, alike: 0, slowShare: 0.1 },
  { requests: 5_000, alike: 0.8, slowShare: 0.1 },
];

const msApart = 500;
const failing = 0.02;

/** Log-normal times around 200 ms, a share of them five times as long; each stream has its own pace of events. */
function simulated({ requests, alike, slowShare }: Case, seed: number): readonly RequestRecord[] {
  const random = randomFrom(seed, 'intervals');
  let state = normal(random);
  return Array.from({ length: requests }, (_, index) => {
    state = alike * state + Math.sqrt(1 - alike ** 2) * normal(random);
    const intended = index * msApart;
    const ttftMs = 200 * Math.exp(state / 3) * (random() < slowShare ? 5 : 1);
    const paceMs = 20 * Math.exp(state / 4);
    const firstContent = intended + ttftMs;
    const gaps = [0, 1, 2, 3].map(() => paceMs * Math.exp(normal(random) / 4));
    const events = gaps.reduce((all, gap) => [...all, (all.at(-1) ?? 0) + gap], [firstContent]);
    const end = (events.at(-1) ?? 0) + 1;
    const outcome = random() < failing ? ({ outcome: 'http-503', status: 503 } as const) : {};
    return record(index, { intended, firstEvent: firstContent, firstContent, events, end, ...outcome });
  });
}

type Figures = Pick<Load, 'ttftMs' | 'gapMs' | 'e2eMs' | 'failureShare'>;

function figuresOf(records: readonly RequestRecord[], of: Pick<typeof header, 'settings'>): Figures {
  const summary = summaryOf({ ...header, ...of });
  for (const each of records) summary.add(each);
  return summary.load();
}

function settingsFor(requests: number): Pick<typeof header, 'settings'> {
  return { settings: { ...header.settings, durationMs: requests * msApart, warmupMs: 0, planned: requests } };
}

type Estimate = { readonly value: number; readonly interval: readonly [low: number, high: number] };

/** The quantities whose intervals are checked, as far as the run has them. */
function toldIn({ ttftMs, gapMs, e2eMs, failureShare }: Figures): ReadonlyMap<string, Estimate> {
  const told = new Map<string, Estimate>();
  for (const [name, times] of Object.entries({ TTFT: ttftMs, gap: gapMs, E2E: e2eMs }))
    for (const quantile of ['p50', 'p95', 'p99', 'mean'] as const) {
      const [value, interval] = [times[quantile], times.intervals?.[quantile]];
      if (value !== undefined && interval) told.set(`${name} ${quantile}`, { value, interval });
    }
  if (failureShare.n > 0) told.set('failures', { value: failureShare.share, interval: failureShare.interval });
  return told;
}

/** How often each quantity's interval contains the true value. A run too small for an interval does not count. */
function coverage(truth: Figures, runs: readonly Figures[]): ReadonlyMap<string, { held: number; of: number }> {
  const values = new Map([...toldIn(truth)].map(([name, { value }]) => [name, value]));
  const counted = new Map<string, { held: number; of: number }>();
  for (const run of runs)
    for (const [name, { interval }] of toldIn(run)) {
      const value = values.get(name);
      if (value === undefined) continue;
      const count = counted.get(name) ?? { held: 0, of: 0 };
      counted.set(name, count);
      count.of += 1;
      if (interval[0] <= value && value <= interval[1]) count.held += 1;
    }
  return counted;
}

function line(name: string, found: ReadonlyMap<string, { held: number; of: number }>): string {
  const each = [...found].map(([quantity, { held, of }]) => {
    const few = of < fewest ? ` of the ${of} that have it` : '';
    return `${quantity} ${((100 * held) / of).toFixed(1)} %${few}`;
  });
  return `${name}: ${each.join(', ')}`;
}

/** Number of requests from which the figures are taken for the true values. */
const many = 200_000;

let isKept = true;
for (const each of cases) {
  const truth = figuresOf(simulated({ ...each, requests: many }, 1_000_003), settingsFor(many));
  const settings = settingsFor(each.requests);
  const figures = Array.from({ length: trials }, (_, seed) => figuresOf(simulated(each, seed), settings));
  const found = coverage(truth, figures);
  const isEnough = [...found.values()].every(({ held, of }) => of < fewest || held / of >= least);
  isKept &&= isEnough;
  const slow = each.slowShare === 0 ? '' : `, ${100 * each.slowShare} % five times as slow`;
  const name = `${each.requests} requests, alike by ${each.alike}${slow}`;
  console.log(`${isEnough ? '✓' : '✗'} ${line(name, found)}`);
}
for (const folder of folders) {
  const { header: own, records } = readRequests(readFileSync(join(folder, 'requests.ndjson'), 'utf8'));
  if (own === undefined) throw new Error(`${folder} holds no records of a load run`);
  const measured = records.filter(({ intended }) => intended >= own.settings.warmupMs);
  const size = Math.floor(measured.length / 10);
  const starts = Array.from({ length: 50 }, (_, place) => Math.floor((place * (measured.length - size)) / 49));
  const parts = starts.map((start) => {
    const part = measured.slice(start, start + size);
    const [first, last] = [part[0]?.intended ?? 0, part.at(-1)?.intended ?? 0];
    // A separate run, which begins with its first request.
    const moved = part.map((each) => movedBy(each, -first));
    const settings = { ...own.settings, durationMs: last - first + 1, warmupMs: 0, planned: size };
    return figuresOf(moved, { ...own, settings });
  });
  const found = coverage(figuresOf(measured, { ...own, settings: { ...own.settings, warmupMs: 0 } }), parts);
  console.log(`  ${line(`replayed, ${folder}, 50 stretches of ${size} requests`, found)}`);
}
process.exitCode = isKept ? 0 : 1;

function movedBy(each: RequestRecord, ms: number): RequestRecord {
  const times = ['intended', 'sent', 'headers', 'firstByte', 'firstEvent', 'firstContent', 'end'] as const;
  const moved = Object.fromEntries(
    times.flatMap((name) => (each[name] === undefined ? [] : [[name, each[name] + ms]])),
  );
  return { ...each, ...moved, ...(each.events && { events: each.events.map((event) => event + ms) }) };
}
