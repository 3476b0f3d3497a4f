import { mostExpectedHits, tallyFound, tallyPairs, type Tally } from '../../load/differences/false-alarms.testing.ts';
import {
  distributions,
  syntheticPairs,
  syntheticTwo,
  type Synthetic,
} from '../../load/differences/synthetic.testing.ts';
import type { ComparedSides } from '../../load/differences/effects.ts';

/**
 * Measures how often `compare` raises a false alarm over seeded pairs of simulated runs without a difference, and how
 * often it finds a 10 % shift in p95 with as many requests as it asked for (`npm run bench:compare`; `-- 100` for fewer
 * pairs). Ends 1 where it says faster or slower on more than 5 % of the pages, or finds the shift in fewer than 90 %
 * (plus its own error).
 */
const pairs = Number(process.argv[2] ?? 500);

type Made = Omit<Synthetic, 'seed'>;
const usual: Made = { requests: 1000, ttftMs: distributions.lognormal, failures: 0.01, slo: 'ttft.p95<300ms' };

function slices(driftShare: number): (place: number) => ComparedSides {
  return (place) => syntheticPairs({ ...usual, requests: 150, driftShare, pairs: 10, seed: place + 1 });
}

const without: readonly (readonly [name: string, pairOf: (place: number) => ComparedSides])[] = [
  ...Object.entries(distributions).map(
    ([name, ttftMs]) => [`${name}, 1000 requests`, syntheticTwo({ ...usual, ttftMs })] as const,
  ),
  ['lognormal, 200 requests', syntheticTwo({ ...usual, requests: 200 })],
  ['lognormal, 1000 requests, neighbours alike by 0.8', syntheticTwo({ ...usual, alike: 0.8 })],
  ['--live, 10 pairs of 150 requests, steady machine', slices(0)],
  ['--live, 10 pairs of 150 requests, a machine that gets slower by half', slices(0.5)],
];

let holds = true;

function say(isKept: boolean, text: string): void {
  holds &&= isKept;
  console.log(`${isKept ? '✓' : '✗'} ${text}`);
}

for (const [name, pairOf] of without) sayAlarms(name, tallyPairs(pairs, pairOf));
for (const [name, ttftMs] of Object.entries(distributions)) sayPower(name, { ...usual, ttftMs });
process.exitCode = holds ? 0 : 1;

function sayAlarms(name: string, { words, pages }: Tally): void {
  const most = mostExpectedHits(0.05, pairs);
  say(pages <= most, `${name}: faster or slower on ${percent(pages)} of the pages (at most 5 %; ${most} of ${pairs})`);
  // With many quantities some deviate by chance: three standard deviations are allowed.
  const tooMany = Object.entries(words).filter(([, { alone }]) => alone > mostExpectedHits(0.05, pairs, 3));
  const each = Object.entries(words).map(
    ([quantity, { alone, shown }]) => `${quantity} ${percent(alone)} → ${percent(shown)}`,
  );
  say(tooMany.length === 0, `  of each quantity, alone → as said: ${each.join(', ')}`);
}

function sayPower(name: string, made: Made): void {
  for (const among of ['alone', 'all'] as const) {
    const { found, requests } = tallyFound(pairs, made, among);
    const judged = among === 'alone' ? 'judged alone' : 'judged among all';
    const text = `${name}: 10 % in p95, ${judged}, is found in ${percent(found)} with the ${requests} requests (median) it called for`;
    say(pairs - found <= mostExpectedHits(0.1, pairs), text);
  }
}

function percent(count: number): string {
  return `${Number(((count / pairs) * 100).toFixed(1))} %`;
}
