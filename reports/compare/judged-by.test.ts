import { describe, expect, it } from 'vitest';
import { comparisonHtml } from '../html/compare.ts';
import { sampleLoadComparison } from './sample-comparison.testing.ts';
import { comparisonText } from './terminal.ts';

const plain = { colour: false, width: 160 };
const { failIf: _, ...unlimited } = sampleLoadComparison();

describe('an undecided quantity', () => {
  const [first, ...others] = unlimited.quantities;
  if (first === undefined) throw new Error('the sample has a quantity');
  // By itself, as one of few, it would be slower.
  const judgedBy = { confidence: 0.9875, low: -0.02, high: 0.45 };
  const { judgedBy: _, ...unbounded } = { ...first, word: 'undecided' as const, because: '86 samples are too few' };
  const open = { ...unbounded, judgedBy, because: 'not among 9' };

  it('has the interval that leaves it undecided, in table and chart, and not the narrower one of its own', () => {
    const comparison = { ...unlimited, quantities: [open, ...others] };
    expect(comparisonText(comparison, plain)).toMatch(/ttft\.p95 +\? undecided +\+20 % +−2 to \+45 % /);
    const page = comparisonHtml(comparison);
    expect(page).toContain('ttft.p95 +20 % (−2 to +45 %), undecided');
    expect(page).toContain('Amber: undecided, as its line reaches across zero and out of the band.');
    expect(page).not.toContain('+15 to +25 %');
  });

  it('of too few samples for that has none, and is in no chart', () => {
    const comparison = { ...unlimited, quantities: [unbounded, ...others] };
    expect(comparisonText(comparison, plain)).toMatch(/ttft\.p95 +\? undecided +\+20 % +– /);
    const page = comparisonHtml(comparison);
    expect(page).toMatch(/Only in the table: .*ttft\.p95/);
    expect(page).not.toContain('Amber: ');
  });
});

it('a word that one end decides has that end', () => {
  const [first] = unlimited.quantities;
  const slower = first === undefined ? [] : [{ ...first, judgedBy: { confidence: 0.99, low: 0.14 } }];
  const text = comparisonText({ ...unlimited, quantities: slower }, plain);
  expect(text).toMatch(/ttft\.p95 +✗ slower +\+20 % +at least \+14 % /);
  expect(text).toContain('✗ Slower: TTFT p95 200.5 → 240.6 ms: 20 % slower (at least 14 %)');
  const fewer = { confidence: 0.99, high: -0.14 };
  const faster = slower.map((each) => ({
    ...each,
    word: 'faster' as const,
    relative: { value: -0.2 },
    judgedBy: fewer,
  }));
  const said = comparisonText({ ...unlimited, quantities: faster }, plain);
  expect(said).toMatch(/ttft\.p95 +✓ faster +−20 % +at most −14 % /);
  expect(said).toContain('20 % faster (at least 14 %)');
});

it('a line that goes on beyond the axis ends in an arrow, and the page says so', () => {
  const [first, ...others] = unlimited.quantities;
  const far = {
    word: 'undecided',
    relative: { value: 13.1, range: { low: -0.81, high: 13.1 } },
    judgedBy: { confidence: 0.99, low: -0.814, high: 13.3 },
  } as const;
  const quantities = first === undefined ? [] : [first, { ...first, ...far, quantity: 'gap.p95' }, ...others];
  const arrows = (page: string): number => page.match(/rotate\(-?90\)/g)?.length ?? 0;
  const [page, short] = [comparisonHtml({ ...unlimited, quantities }), comparisonHtml(unlimited)];
  expect([arrows(page), page.includes('An arrow: ')]).toEqual([2, true]);
  expect([arrows(short), short.includes('An arrow: ')]).toEqual([0, false]);
});
