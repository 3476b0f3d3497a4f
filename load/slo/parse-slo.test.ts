import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSlo, sloFrom } from './parse-slo.ts';
import { sloQuantityNames, type SloQuantity } from './quantities.ts';
import { sloText, type Slo, type SloBound } from './slo.ts';

const statistic = fc.oneof(
  fc.constantFrom('mean' as const, 'max' as const),
  fc.integer({ min: 500, max: 999 }).map((tenths) => ({ percent: tenths / 10 })),
);
const low = fc.constantFrom('<' as const, '<=' as const);
const high = fc.constantFrom('>' as const, '>=' as const);
const size = fc.oneof(fc.nat(), fc.double({ min: 0, max: 1e9, noNaN: true }));
const named = (...names: readonly SloQuantity[]): fc.Arbitrary<SloQuantity> => fc.constantFrom(...names);

const bound: fc.Arbitrary<SloBound> = fc.oneof(
  fc.record({
    quantity: named('ttft', 'serviceTtft', 'gap', 'e2e', 'lag'),
    statistic,
    relation: low,
    bound: size,
    unit: fc.constant('ms' as const),
  }),
  fc.record({ quantity: named('rtf'), statistic, relation: low, bound: size, unit: fc.constant('' as const) }),
  fc.record({
    quantity: named('failures', 'wrong'),
    relation: low,
    bound: fc.double({ min: 0, max: 100, noNaN: true }),
    unit: fc.constant('%' as const),
  }),
  fc.record({
    quantity: named('rate', 'goodput', 'audio', 'chars'),
    relation: high,
    bound: size,
    unit: fc.constant('/s' as const),
  }),
);

describe('parseSlo', () => {
  it('reads what sloText writes', () => {
    fc.assert(
      fc.property(fc.array(bound, { minLength: 1 }), (slo: Slo) => {
        // A zero below 0 prints as 0.
        const plain = slo.map((each) => ({ ...each, bound: each.bound + 0 }));
        expect(parseSlo(sloText(plain))).toEqual({ is: 'slo', slo: plain });
      }),
    );
  });

  it('reads spaces, seconds and tenths of percents', () => {
    const parsed = parseSlo(' ttft.p95 < 1.1s,gap.p99.9<=200 ms, failures<0.1%,goodput >= 95%');
    expect(parsed.is === 'slo' && sloText(parsed.slo)).toBe(
      'ttft.p95<1100ms, gap.p99.9<=200ms, failures<0.1%, goodput>=95%',
    );
  });

  it('throws at nothing', () => {
    fc.assert(fc.property(fc.string(), (text) => ['slo', 'wrong'].includes(parseSlo(text).is)));
  });

  it.each([
    ['', 'an SLO needs a bound, such as ttft.p95<800ms, between its commas'],
    ['ttft.p95<800ms,', 'an SLO needs a bound, such as ttft.p95<800ms, between its commas'],
    ['ttft.p95=800ms', '"ttft.p95=800ms" is not a bound; expected one such as ttft.p95<800ms or failures<0.1%'],
    ['ttft.p95<-1ms', '"ttft.p95<-1ms" is not a bound; expected one such as ttft.p95<800ms or failures<0.1%'],
    ['tfft.p95<1s', `"tfft" is not a quantity; expected ${sloQuantityNames.join(', ')}`],
    ['toString<1s', `"toString" is not a quantity; expected ${sloQuantityNames.join(', ')}`],
    ['ttft<800ms', 'ttft differs between requests; expected ttft.p95, ttft.mean or ttft.max'],
    [
      'ttft.p5<1s',
      '"p5" is not a statistic; expected p50 to p99.9, mean or max, such as ttft.p95, ttft.mean or ttft.max',
    ],
    [
      'ttft.p99.99<1s',
      '"p99.99" is not a statistic; expected p50 to p99.9, mean or max, such as ttft.p95, ttft.mean or ttft.max',
    ],
    ['failures.p95<1%', 'failures is one number of the whole run; expected failures without .p95'],
    ['ttft.p95<800', 'ttft has no unit; expected ms or s'],
    ['ttft.p95<1,5s', '"ttft.p95<1,5s" has a comma, which separates bounds; expected 1.5s'],
    ['wrong<1%, failures<0,1%', '"failures<0,1%" has a comma, which separates bounds; expected 0.1%'],
    ['failures<5ms', 'failures is not measured in "ms"; expected %'],
    ['wrong.p95<1%', 'wrong is one number of the whole run; expected wrong without .p95'],
    ['wrong>0.01%', 'wrong is good when it is low; expected < or <=, observed >'],
    ['rtf.p95<1s', 'rtf is not measured in "s"; expected a bare number'],
    ['failures<200%', 'failures is a share; expected at most 100%, observed 200%'],
    ['ttft.p95<1e999s', 'the bound of ttft is too large a number'],
    ['ttft.p95>800ms', 'ttft is good when it is low; expected < or <=, observed >'],
    ['rate<5/s', 'rate is good when it is high; expected > or >=, observed <'],
  ])('refuses %s, and says what would be right', (text, because) => {
    expect(parseSlo(text)).toEqual({ is: 'wrong', because });
  });

  // The header of records says what it likes.
  it.each(['a', ' ', '1', '.', '<', '<1', '<1 ', '<1,', '<,'])(
    'takes no longer than its length for %j, many times',
    (part) => {
      const text = part.repeat(Math.ceil(400_000 / part.length));
      const started = performance.now();
      expect(parseSlo(text).is).toBe('wrong');
      expect(performance.now() - started).toBeLessThan(1_000);
    },
  );
});

it('takes the bounds of a stored run, or none', () => {
  const bound = { quantity: 'rtf', statistic: { percent: 95 }, relation: '<', bound: 1e-7, unit: '' } as const;
  expect(sloFrom('rtf.p95<1e-7')).toEqual([bound]);
  expect([sloFrom(undefined), sloFrom(''), sloFrom('whole.p95<4s')]).toEqual([undefined, undefined, undefined]);
});

it('reads the examples of the table in load/README.md, which has every quantity', () => {
  const guide = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');
  const [, table = ''] = /## What a bound can be put on\n([\s\S]*?)\n## /.exec(guide) ?? [];
  const rows = [...table.matchAll(/^\| `(\w+)` \| .* \| (`.*`) \|$/gm)];
  const quantities = sloQuantityNames.filter((name) => name !== 'rate');
  expect(rows.map(([, name]) => name)).toEqual(quantities);
  for (const [, name, examples = ''] of rows)
    for (const [, example = ''] of examples.matchAll(/`([^`]*)`/g))
      expect(parseSlo(example)).toMatchObject({ is: 'slo', slo: [{ quantity: name }] });
});
