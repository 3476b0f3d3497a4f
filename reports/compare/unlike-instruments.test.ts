import { describe, expect, it } from 'vitest';
import { comparisonHtml } from '../html/compare.ts';
import { comparisonMarkdown } from './markdown.ts';
import { sampleLoadComparison } from './sample-comparison.testing.ts';
import { comparisonText } from './terminal.ts';

const plain = { colour: false, width: 160 };
const { failIf: _, ...unlimited } = sampleLoadComparison();

describe('a comparison of runs that were measured by different instruments', () => {
  const against = 'what a protocol and its connections cost is in every time';
  const told = [
    { what: 'seed', a: '7', b: '8' },
    { what: 'protocol', a: 'HTTP/1.1', b: 'HTTP/2.0 over TLS 1.3', against },
  ];

  it('says so in its headline, and beside the difference what it does to the figures', () => {
    const comparison = { ...unlimited, told };
    const text = comparisonText(comparison, plain);
    expect(text).toMatch(/✗ \w+: .*; measured by different instruments \(protocol\)$/);
    expect(text).toContain(`\n      ${against}\n`);
    expect(comparisonMarkdown(comparison)).toContain(against);
    expect(comparisonHtml(comparison)).toContain(against);
    expect(comparisonText(sampleLoadComparison(), { colour: false, width: 120 })).not.toContain(
      'different instruments',
    );
  });

  it('is not green without more where nothing differs', () => {
    const same = sampleLoadComparison().quantities.filter(({ word }) => word === 'same');
    const of = (differences: typeof told) =>
      comparisonText({ ...unlimited, told: differences, quantities: same }, plain);
    expect(of(told)).toContain('! Same: ');
    expect(of([])).toContain('✓ Same: ');
  });
});
