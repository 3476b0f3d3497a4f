import { boundOf } from '../../load/slo/bound-of.testing.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BoundJudgement } from '../../load/slo/slo.ts';
import { loadHtml } from '../html/load.ts';
import { loadHeadlineOf } from './format.ts';
import { loadJunit } from './junit.ts';
import { loadMarkdown } from './markdown.ts';
import { undecidedText } from './undecided.ts';
import { observedValueText } from './words/observed-words.ts';
import { sampleLoad } from './sample-load.testing.ts';

const bound = {
  ...boundOf('ttft.p95<250ms'),
  is: 'met',
  value: 240,
  interval: [200, 280],
  undecided: { is: 'tooFew', requests: 3000 },
} as const satisfies BoundJudgement;

describe('a bound that the samples do not decide', () => {
  it('says so, with how many requests it needs', () => {
    const says = (undecided: BoundJudgement['undecided']): string | undefined =>
      undecidedText({ ...bound, ...(undecided && { undecided }) });
    expect(undecidedText(bound)).toBe('undecided at 95 %: about 3,000 requests would decide');
    expect(says({ is: 'tooFew', requests: 370, atLeast: true })).toBe(
      'undecided at 95 %: an interval needs at least about 370 requests',
    );
    expect(says({ is: 'tooClose' })).toBe('undecided at 95 %: the value is too close to the bound to call');
    expect(undecidedText({ ...boundOf('wrong<1%'), is: 'met' })).toBeUndefined();
  });

  it('is told on the page, in the summary and for a shell, and makes a pass amber', () => {
    const load = sampleLoad({ slo: { text: bound.text, is: 'met', bounds: [bound] } });
    for (const text of [loadHtml(load), loadMarkdown(load)])
      expect(text).toContain('about 3,000 requests would decide');
    expect(loadHeadlineOf(load)).toMatchObject({
      is: 'pass',
      isAmber: true,
      says: 'ttft.p95<250ms met by the observed value, but not yet 95 % certain',
    });
    const met = { ...boundOf('gap.p99<200ms'), is: 'met', value: 12 } as const;
    const text = `${met.text}, ${bound.text}`;
    expect(loadHeadlineOf(sampleLoad({ slo: { text, is: 'met', bounds: [met, bound] } })).says).toBe(
      'gap.p99<200ms; ttft.p95<250ms met by the observed value, but not yet 95 % certain',
    );
    expect(loadJunit(load)).toContain('failures="0" errors="0"');
    const violated = { ...bound, is: 'violated' } as const;
    const missed = sampleLoad({ slo: { text: bound.text, is: 'violated', bounds: [violated] } });
    expect(loadJunit(missed)).toContain('observed 240 ms; undecided at 95 %: about 3,000 requests would decide');
  });
});

it.each([
  ['ttft.max<=151.391ms', 151.392, '151.4 ms'],
  ['ttft.max<=151.391ms', 151.39, '151.39 ms'],
  ['ttft.max<=151.391ms', 151.391, '151.391 ms'],
  ['ttft.p95<800ms', 203.96, '204 ms'],
  ['failures<1%', 0.99996, '0.99996 %'],
  ['rtf.p95<1', 1.00004, '1.00004'],
  // A bound is written as JavaScript writes its number.
  ['failures<1e-7%', 1.00001e-7, '1.00001e-7 %'],
  ['audio>1e+21/s', 1.00001e21, '1.00001e+21/s'],
] as const)('what was observed of %s shows on which side it lies: %d', (text, value, shown) => {
  expect(observedValueText({ ...boundOf(text), is: 'met', value })).toBe(shown);
});

it.each(['', '%', '/s', 'ms'] as const)('what was observed of any bound in "%s" lies on its side', (unit) => {
  const digits = fc.double({ min: 1e-12, max: 1e30, noNaN: true });
  const relation = fc.constantFrom('<', '<=', '>', '>=');
  fc.assert(
    fc.property(digits, relation, (bound, related) => {
      const of = { quantity: 'ttft', statistic: { percent: 99.9 }, relation: related, bound, unit } as const;
      const shown = observedValueText({ of, is: 'met', value: bound * 1.00001 }) ?? '';
      expect(shown.endsWith(unit)).toBe(true);
      expect(Number.parseFloat(shown)).toBeGreaterThan(bound);
    }),
  );
});
