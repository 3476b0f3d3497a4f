import { describe, expect, it } from 'vitest';
import type { LoadComparison, ReleasesComparison, ReleaseStep } from '../../load/compare/comparison.ts';
import type { ComparedQuantity, QuantityVerdict } from '../../load/differences/difference.ts';
import { loadsHtml } from '../html/loads.ts';
import { loadsMarkdown } from '../load/loads-markdown.ts';
import { chartedLoad } from '../load/sample-charted.testing.ts';
import { sampleLoadComparison } from './sample-comparison.testing.ts';
import { releasesReport } from './releases.ts';

function quantity(word: QuantityVerdict): ComparedQuantity {
  const better = word === 'faster';
  return {
    quantity: 'ttft.p95',
    unit: 'ms',
    better: 'low',
    a: 203,
    b: better ? 173 : 234,
    relative: { value: better ? -0.15 : 0.15 },
    judgedBy: { confidence: 0.99, ...(better ? { low: -0.2, high: -0.1 } : { low: 0.14, high: 0.25 }) },
    word,
  };
}

/** Two runs of which nothing was asked but whether they differ. */
function comparisonOf(...quantities: readonly ComparedQuantity[]): LoadComparison {
  const { failIf: _, ...comparison } = sampleLoadComparison({ quantities });
  return comparison;
}

const words: readonly QuantityVerdict[] = ['slower', 'faster', 'same', 'undecided'];

function step(from: string, to: string, said: string): ReleaseStep {
  const word = words.find((each) => each === said);
  if (word === undefined) return { from, to, is: 'refused', because: said };
  const comparison = comparisonOf(quantity(word));
  return { from, to, is: 'compared', comparison };
}

const line = (said: readonly string[], all?: QuantityVerdict): string => {
  const steps = said.map((word, place) => step(`v${place}`, `v${place + 1}`, word));
  const whole = all === undefined ? undefined : step('v0', `v${said.length}`, all);
  const { word, says } = releasesReport({ steps, ...(whole && { whole }) }).headline;
  return `${word}: ${says}`;
};

describe('the line on several releases', () => {
  it('says which of them made what slower, as a comparison of two does, the newest first', () => {
    expect(line(['same', 'slower', 'faster'])).toBe(
      'Slower: with v2, TTFT p95 203.0 → 234.0 ms: 15 % slower (14 to 25 %); faster with v3',
    );
    expect(line(['slower', 'slower'])).toMatch(/^Slower: with v2, .*; slower with v1$/);
    expect(line(['undecided', 'faster'])).toMatch(/^Faster: with v2, TTFT p95 203.0 → 173.0 ms: 15 % faster/);
  });

  it('tells of many small steps what they add up to', () => {
    expect(line(['undecided', 'undecided'], 'slower')).toMatch(
      /^Slower: from v0 to v2, TTFT p95 .* slower .*; no single release shows it$/,
    );
  });

  it('says what is not known', () => {
    expect(line(['undecided', 'same'], 'undecided')).toBe(
      'Undecided: no release shows a difference; 1 of 2 steps left undecided',
    );
    expect(line(['same', 'the rate: 5 and 6'])).toBe(
      'Not compared: 1 of 2 releases cannot be compared with the one before: v1 → v2',
    );
    expect(line(['same', 'same'], 'same')).toBe('Same: no release changed anything, in 2 steps');
  });
});

describe('the limits of several releases', () => {
  const limited = (from: string, to: string, is: 'exceeded' | 'undecided' | 'met'): ReleaseStep => {
    const bound = {
      text: 'ttft.p95>+5%',
      is,
      unit: 'share',
      difference: { value: 0.15 },
      judgedBy: { confidence: 0.99, low: 0.14, high: 0.25 },
    } as const;
    return { from, to, is: 'compared', comparison: sampleLoadComparison({ failIf: { is, bounds: [bound] } }) };
  };
  const said = (...steps: readonly ReleaseStep[]): string => {
    const { word, says } = releasesReport({ steps }).headline;
    return `${word}: ${says}`;
  };

  it('come first, and name the releases beyond one, or else those that do not decide it', () => {
    const [met, exceeded, undecided] = [
      limited('v0', 'v1', 'met'),
      limited('v1', 'v2', 'exceeded'),
      limited('v2', 'v3', 'undecided'),
    ];
    expect(said(met, exceeded, undecided)).toBe('Exceeded: v1 → v2: ttft.p95>+5% (+15 %, 200.5 → 240.6 ms)');
    expect(said(met, undecided, step('v3', 'v4', 'the rate: 5 and 6'))).toBe(
      'Inconclusive: v2 → v3: ttft.p95>+5% (+15 %, 200.5 → 240.6 ms); v3 → v4 cannot be compared',
    );
    expect(said(met, limited('v1', 'v2', 'met'))).toBe('Met: ttft.p95>+5%, in 2 comparisons');
    const [limits, changes] = releasesReport({ steps: [met, exceeded] }).tables;
    expect(limits?.rows).toEqual([
      ['v0 → v1', 'ttft.p95>+5%', '✓ met', '+15 %', '+14 to +25 %'],
      ['v1 → v2', 'ttft.p95>+5%', '✗ exceeded', '+15 %', '+14 to +25 %'],
    ]);
    expect(changes?.title).toBe('Release by release');
  });
});

describe('the page of several releases', () => {
  const ttftOf = (p50: number) => ({
    ttftMs: { ...chartedLoad().ttftMs, p50, intervals: { p50: [p50 - 5, p50 + 5] as const } },
  });
  const names = ['v0', 'v1', '<b>v2</b>'];
  const loads = names.map((name, place) => ({ name, load: chartedLoad(ttftOf([120, 180, 150][place] ?? 0)) }));
  const moved: ReleasesComparison = {
    schema: 'assay.compare/1',
    is: 'releases',
    exitCode: 0,
    steps: [
      {
        from: 'v0',
        to: 'v1',
        is: 'compared',
        comparison: comparisonOf({ ...quantity('slower'), quantity: 'ttft.p50' }),
      },
      step('v1', '<b>v2</b>', 'the rate: 5 and 6'),
    ],
  };
  const page = loadsHtml(loads, moved);

  it('begins with it, on paper too', () => {
    expect(page).toMatch(
      /<h1>\s*<span class="mark" aria-hidden="true">✗<\/span>\s*<span><strong>Slower<\/strong>: with v1,/,
    );
    expect(loadsMarkdown(loads, releasesReport(moved))).toMatch(/^## ✗ Slower: with v1, /);
    expect(page).toContain('&lt;b&gt;v2');
    expect(page).not.toContain('<b>v2');
  });

  it('has the releases in their order from left to right, each at its value, and marks what changed', () => {
    const [, chart = ''] =
      /<figure class="chart">\s*<figcaption><b>TTFT, p50<\/b>([\s\S]*?)<\/figure>/.exec(page) ?? [];
    const dots = [...chart.matchAll(/<g class="(\w+)">[\s\S]*?cx="([\d.]+)" cy="([\d.]+)"/g)].map(
      ([, word, x, y]) => [word, Number(x), Number(y)] as const,
    );
    expect(dots.map(([word]) => word)).toEqual(['first', 'slower', 'first']);
    const [first, second, third] = dots;
    expect((second?.[1] ?? 0) - (first?.[1] ?? 0)).toBeCloseTo((third?.[1] ?? 0) - (second?.[1] ?? 0), 0);
    // 150 lies in the middle of 120 and 180, and higher values higher.
    expect(third?.[2]).toBeCloseTo(((first?.[2] ?? 0) + (second?.[2] ?? 0)) / 2, 0);
    expect(second?.[2]).toBeLessThan(first?.[2] ?? 0);
    expect(chart).toContain('v0 120.0, v1 180.0, &lt;b&gt;v2&lt;/b&gt; 150.0');
    expect([...chart.matchAll(/▲/g)]).toHaveLength(1);
  });
});
