import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import type { LoadComparison } from '../../load/compare/comparison.ts';
import { comparisonHtml } from '../html/compare.ts';
import { changeHeadline } from './loads.ts';
import { sampleLoadComparison } from './sample-comparison.testing.ts';
import { comparisonText } from './terminal.ts';

type Distributions = NonNullable<LoadComparison['distributions']>;

const { failIf: _, ...unlimited } = sampleLoadComparison();
const figuresOf = (changes: Partial<LoadComparison>) => [
  ...parseHTML(comparisonHtml({ ...unlimited, ...changes })).document.querySelectorAll('figure'),
];

describe('a difference that is known only as a range', () => {
  const [first, ...others] = unlimited.quantities;
  if (first === undefined) throw new Error('the sample has a quantity');
  const relative = { value: 0.2, interval: [0.05, 0.25] as [number, number], range: { low: 0.1, high: 0.2 } };
  const judgedBy = { confidence: 0.95, low: 0.05, high: 0.25 };
  const slower = { ...first, relative, judgedBy, atLeast: { a: 200.5, b: 220.5 } };
  const ranged = { ...unlimited, quantities: [slower, ...others] };

  it('is a thick line between its ends in the chart, and no dot at the upper one', () => {
    const [forest] = figuresOf(ranged);
    const thick = forest?.querySelector('[stroke-width="8"] line');
    const thin = forest?.querySelector('[stroke-width="2"] line');
    const [ofRange, ofInterval] = [thick, thin].map(
      (line) => Number(line?.getAttribute('x2')) - Number(line?.getAttribute('x1')),
    );
    expect((ofRange ?? 0) / (ofInterval ?? 1)).toBeCloseTo(Math.log(1.2 / 1.1) / Math.log(1.25 / 1.05), 2);
    // The other row has one.
    expect(forest?.querySelectorAll('circle')).toHaveLength(1);
    expect(forest?.textContent).toContain('A thick line instead of a dot: the difference is known only as a range');
    expect(figuresOf({})[0]?.textContent).not.toContain('A thick line');
  });

  it('is a range in table and headline', () => {
    const text = comparisonText(ranged, { colour: false, width: 160 });
    expect(text).toMatch(/ttft\.p95 +✗ slower +\+10 to \+20 % +\+5 to \+25 % +200\.5 ms +220\.5 to 240\.6 ms/);
    const { says } = changeHeadline({ quantities: [slower], within: 0.05 });
    expect(says).toBe('TTFT p95 200.5 → 220.5 to 240.6 ms: 10 to 20 % slower (5 to 25 %)');
  });

  it('is only in the table where nothing bounds it', () => {
    const open = { ...first, relative: { ...relative, range: { low: -1 } } };
    const [forest] = figuresOf({ quantities: [open, ...others] });
    expect(forest?.textContent).toContain('Only in the table: ttft.p95');
  });
});

describe('samples that are known only as a range', () => {
  const gapsOf = (a: Distributions[number]['a']) =>
    figuresOf({
      distributions: [{ quantity: 'gap', unit: 'ms', from: 0, width: 5, a, b: { n: 50, counts: [20, 30] } }],
    })[1];

  it('are in no bar, and the share up to each value is a band', () => {
    const chart = gapsOf({ n: 100, counts: [40, 30], ranges: { n: 30, low: [30, 0], high: [0, 30] } });
    expect(chart?.textContent).toContain('share of samples in bins of 5');
    expect(chart?.textContent).toContain(
      '30 % of the samples of A and 0 % of those of B are known only as a range, as their events were read together with later ones. They are in no bar; the share up to each value is a band.',
    );
    const [, upTo] = chart?.querySelectorAll('.plot') ?? [];
    // The ends of A's band, and the one line of B.
    expect(upTo?.querySelectorAll('[stroke="var(--line-1)"]')).toHaveLength(2);
    expect(upTo?.querySelectorAll('[stroke="var(--line-2)"]')).toHaveLength(1);
  });

  it('are drawn as a band alone where they are most of them', () => {
    const chart = gapsOf({ n: 100, counts: [10, 0], ranges: { n: 90, low: [90, 0], high: [0, 90] } });
    expect(chart?.querySelectorAll('.plot')).toHaveLength(1);
    expect(chart?.textContent).toContain('share of samples up to each value');
    expect(chart?.textContent).toContain('Each share lies somewhere in its band.');
    const label = chart?.querySelector('.plot')?.getAttribute('aria-label');
    expect(label).toContain('90 % of the samples of A and 0 % of those of B are known only as a range');
  });
});
