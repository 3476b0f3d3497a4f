import { mostBy, tallyPairs, type Tally } from '../load/model/compare/false-alarms.testing.ts';
import { judgeQuantities } from '../load/model/compare/judge.ts';
import {
  distributions,
  syntheticPairs,
  syntheticRun,
  type Synthetic,
} from '../load/model/compare/synthetic.testing.ts';
import type { Sides } from '../load/model/compare/effects.ts';

/**
 * How often `compare` cries wolf over seeded pairs of made-up runs without a difference, and how often it finds a 10 %
 * shift in p95 with as many requests as it called for (`npm run bench:compare`; `-- 100` for fewer pairs). Ends 1 where
 * it says faster or slower on more than 5 % of the pages, or finds the shift in fewer than 90 % (plus its own error).
 */
const pairs = Number(process.argv[2] ?? 500);

type Made = Omit<Synthetic, 'seed'>;
const usual: Made = { requests: 1000, ttftMs: distributions.lognormal, failures: 0.01, slo: 'ttft.p95<300ms' };

function twoRuns(made: Made, factor = 1): (place: number) => Sides {
  return (place) => ({
    is: 'runs',
    a: syntheticRun({ ...made, seed: 2 * place + 1 }),
    b: syntheticRun({ ...made, seed: 2 * place + 2, ttftMs: (z, random) => factor * made.ttftMs(z, random) }),
  });
}

function slices(driftShare: number): (place: number) => Sides {
  return (place) => syntheticPairs({ ...usual, requests: 150, driftShare, pairs: 10, seed: place + 1 });
}

const without: readonly (readonly [name: string, pairOf: (place: number) => Sides])[] = [
  ...Object.entries(distributions).map(
    ([name, ttftMs]) => [`${name}, 1000 requests`, twoRuns({ ...usual, ttftMs })] as const,
  ),
  ['lognormal, 200 requests', twoRuns({ ...usual, requests: 200 })],
  ['lognormal, 1000 requests, neighbours alike by 0.8', twoRuns({ ...usual, alike: 0.8 })],
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
  const most = mostBy(0.05, pairs);
  say(pages <= most, `${name}: faster or slower on ${percent(pages)} of the pages (at most 5 %; ${most} of ${pairs})`);
  // Many quantities, and each may be unlucky: three standard deviations.
  const tooMany = Object.entries(words).filter(([, { alone }]) => alone > mostBy(0.05, pairs, 3));
  const each = Object.entries(words).map(
    ([quantity, { alone, shown }]) => `${quantity} ${percent(alone)} → ${percent(shown)}`,
  );
  say(tooMany.length === 0, `  of each quantity, alone → as said: ${each.join(', ')}`);
}

function sayPower(name: string, made: Made): void {
  for (const [asked, among] of [
    [[{ name: 'ttft', percent: 95 }] as const, 'alone'],
    [undefined, 'among all'],
  ] as const) {
    const options = asked === undefined ? { within: 0.1 } : { within: 0.1, asked };
    const pilot = judgeQuantities(twoRuns(made)(10_000), options).quantities.find(
      ({ quantity }) => quantity === 'ttft.p95',
    );
    const requests = pilot?.needed ?? made.requests;
    const { words } = tallyPairs(pairs, twoRuns({ ...made, requests }, 1.1), { ...options, within: 0.05 });
    const shown = words['ttft.p95']?.shown ?? 0;
    const text = `${name}: 10 % in p95, ${among}, is found in ${percent(shown)} with ${requests} requests each`;
    say(pairs - shown <= mostBy(0.1, pairs), text);
  }
}

function percent(count: number): string {
  return `${Number(((count / pairs) * 100).toFixed(1))} %`;
}
