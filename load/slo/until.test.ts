import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantileNames } from '../statistics/distribution.ts';
import { hasQuantiles, sloQuantityNames } from './quantities.ts';
import { parseUntil, untilText, type Until } from './until.ts';

const measured = sloQuantityNames.filter(hasQuantiles);

const asked: fc.Arbitrary<Until> = fc.record({
  quantity: fc.constantFrom(...measured),
  quantile: fc.constantFrom(...quantileNames),
  within: fc.integer({ min: 1, max: 500 }).map((thousandths) => thousandths / 1_000),
});

describe('parseUntil', () => {
  it('reads what untilText writes', () => {
    fc.assert(
      fc.property(asked, (until) => {
        expect(parseUntil(untilText(until))).toEqual({ is: 'until', until });
      }),
    );
  });

  it('reads the plain letters for ±, and spaces', () => {
    for (const text of ['ttft.p99.9+-2.5%', ' ttft.p99.9 +- 2.5 %', 'ttft.p99.9+/-2.5%'])
      expect(parseUntil(text)).toEqual({ is: 'until', until: { quantity: 'ttft', quantile: 'p999', within: 0.025 } });
  });

  it('throws at nothing', () => {
    fc.assert(fc.property(fc.string(), (text) => ['until', 'wrong'].includes(parseUntil(text).is)));
  });

  it.each([
    ['ttft.p99', '"ttft.p99" is not a quantile with its precision; expected one such as ttft.p99±2%'],
    ['ttft.p99±2', '"ttft.p99±2" is not a quantile with its precision; expected one such as ttft.p99±2%'],
    ['tfft.p99±2%', `"tfft" has no quantiles; expected ${measured.join(', ')}`],
    ['failures.p99±2%', `"failures" has no quantiles; expected ${measured.join(', ')}`],
    ['toString.p99±2%', `"toString" has no quantiles; expected ${measured.join(', ')}`],
    [
      'e2e.p97.5±2%',
      '"p97.5" names no quantile of a report; expected one of e2e.p50, e2e.p90, e2e.p95, e2e.p99, e2e.p99.9',
    ],
    ['e2e.p50±0%', '0 % is no precision to measure by; expected 0.1 to 50 %'],
    ['e2e.p50±80%', '80 % is no precision to measure by; expected 0.1 to 50 %'],
  ])('refuses %s, and says what would be right', (text, because) => {
    expect(parseUntil(text)).toEqual({ is: 'wrong', because });
  });

  it('refuses a quantity without a quantile', () => {
    expect(parseUntil('ttft±2%')).toMatchObject({ is: 'wrong' });
    expect(JSON.stringify(parseUntil('ttft±2%'))).not.toContain('undefined');
  });
});
