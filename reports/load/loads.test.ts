import { describe, expect, it } from 'vitest';
import { loadsHtml } from '../html/loads.ts';
import { loadsMarkdown } from './loads-markdown.ts';
import { chartedLoad } from './sample-charted.testing.ts';
import { fullLoad } from './sample-load.testing.ts';

const [one, other] = [chartedLoad(), chartedLoad({ rates: { intendedPerS: 5, achievedPerS: 4.5 } })];
const invalid = chartedLoad({
  validity: { is: 'invalid', reasons: [{ code: 'cpu', because: 'processors busy' }], notes: [] },
});
const textOf = (page: string): string => page.replaceAll(/\s*<[^>]*>\s*/g, ' ');

describe('several load runs side by side', () => {
  const pair = [
    { name: 'before', load: one },
    { name: 'after', load: other },
  ];

  it('stand in one table, a run a column, with intervals', () => {
    const gapMs = { ...one.gapMs, intervals: { p95: [24.1, 26] as const } };
    const rows = textOf(loadsHtml([{ name: 'before', load: { ...one, gapMs } }, ...pair.slice(1)]));
    expect(rows).toMatch(/ before +after /);
    expect(rows).toMatch(/Sent per second +4\.98 +4\.5 /);
    expect(rows).toMatch(/Inter-event gap, p95, ms +25\.0 \(24\.1 to 26\.0\) +25\.0 /);
    expect(rows).not.toContain('Audio seconds');
  });

  it('lie over one another in charts, told apart by more than colour', () => {
    const [first = ''] = loadsHtml(pair).split('<figure').slice(1);
    expect(first).toContain('Time to first token');
    expect(new Set([...first.matchAll(/stroke-dasharray="([^"]*)"/g)].map(([, dashes]) => dashes)).size).toBe(2);
    expect(textOf(first)).toMatch(/before .*after/);
  });

  it('say in what they differ', () => {
    const faster = { name: 'faster', load: { ...one, settings: { ...one.settings, ratePerS: 9 }, scenario: 'chat' } };
    expect(loadsHtml([...pair, faster])).toContain('They differ in scenario, rate.');
    expect(loadsHtml(pair)).not.toContain('They differ');
    expect(loadsMarkdown([...pair, faster])).toContain('These runs differ in scenario, rate.');
  });

  it('withdraw what the instrument cannot vouch for, and draw none of it', () => {
    const page = loadsHtml([...pair, { name: 'spoilt', load: invalid }]);
    expect(textOf(page)).toMatch(/TTFT, p50, ms +120\.0 +120\.0 +invalid/);
    expect(page).toContain('1 run of 3 not drawn');
    const [first = ''] = page.split('<figure').slice(1);
    expect(first).not.toContain('spoilt');
  });

  it('begin with what does not conform', () => {
    const wrong = { name: 'wrong', load: fullLoad() };
    expect(loadsMarkdown([wrong, ...pair])).toMatch(/^## ✗ wrong: Conformance failed: /);
    const page = loadsHtml([wrong, ...pair]);
    expect(page.indexOf('wrong: Conformance failed')).toBeLessThan(page.indexOf('<h1>'));
  });

  it('show names that cannot act', () => {
    const page = loadsHtml([{ name: '<img src=x>', load: one }, ...pair]);
    expect(page).not.toContain('<img');
    expect(page).toContain('&lt;img src=x&gt;');
  });
});
