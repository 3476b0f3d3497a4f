import { expect, it } from 'vitest';
import type { ReleaseStep } from '../../../load/compare/comparison.ts';
import type { Load } from '../../../load/verdict/load.ts';
import { sampleLoadComparison } from '../../compare/sample-comparison.testing.ts';
import { sampleLoad } from '../../load/sample-load.testing.ts';
import { html, textOfPage } from '../../text/html.ts';
import { trendsView } from './trend.ts';

/** How high the names below the first chart stand. */
function linesOf(names: readonly string[]): ReadonlySet<string> {
  const loads = names.map((name) => ({ name, load: sampleLoad() }));
  const [chart = ''] = textOfPage(html`${trendsView(loads, [])}`).split('</figure>');
  return new Set(
    names.map((name) => new RegExp(`<text x="[\\d.]+" y="([\\d.]+)"[^>]*>${name}</text>`).exec(chart)?.[1] ?? 'absent'),
  );
}

it('names releases on one line where they have room, and else on two', () => {
  expect(linesOf(['v1.0', 'v1.1', 'v1.2']).size).toBe(1);
  expect(linesOf(['nightly-01', 'nightly-02', 'nightly-03', 'nightly-04', 'nightly-05']).size).toBe(2);
});

it('names a release that has no value too', () => {
  const load = sampleLoad();
  const invalid = sampleLoad({ validity: { is: 'invalid', reasons: [], notes: [] } });
  const loads = [
    { name: 'v1', load },
    { name: 'stepped', load: invalid },
    { name: 'v3', load },
  ];
  const view = textOfPage(html`${trendsView(loads, [])}`);
  expect(view).toMatch(/<text[^>]*>stepped<\/text>/);
  expect(view).toContain(', stepped no value, v3 ');
});

const linesIn = (view: string): readonly string[] =>
  [...(view.split('</figure>')[0] ?? '').matchAll(/<path class="line" d="([^"]*)"/g)].map(([, way = '']) => way);
const compared = (from: string, to: string): ReleaseStep => ({
  from,
  to,
  is: 'compared',
  comparison: sampleLoadComparison(),
});
const refused = (from: string, to: string): ReleaseStep => ({ from, to, is: 'refused', because: 'the rate: 20 and 4' });

it('joins no release by a line to one that it could not be compared with', () => {
  const load = sampleLoad();
  const loads = ['v1', 'v2', 'v3'].map((name) => ({ name, load }));
  const viewOf = (...steps: readonly ReleaseStep[]): string => textOfPage(html`${trendsView(loads, steps)}`);
  const whole = viewOf();
  expect(linesIn(whole)).toHaveLength(1);
  expect(whole).not.toContain('could not be compared');
  const broken = viewOf(refused('v1', 'v2'), compared('v2', 'v3'));
  expect(linesIn(broken)).toHaveLength(2);
  expect(broken).toContain('Where the line is broken, two releases could not be compared.');
});

it('joins no two over a release without a point that one of them could not be compared with', () => {
  const load = sampleLoad();
  const invalid = sampleLoad({ validity: { is: 'invalid', reasons: [], notes: [] } });
  const viewOf = (loads: readonly Load[], ...steps: readonly ReleaseStep[]): string => {
    const named = loads.map((each, at) => ({ name: `v${at + 1}`, load: each }));
    return textOfPage(html`${trendsView(named, steps)}`);
  };
  const over = [load, invalid, load];
  expect(linesIn(viewOf(over, compared('v1', 'v2'), compared('v2', 'v3')))).toHaveLength(1);
  for (const steps of [
    [refused('v1', 'v2'), compared('v2', 'v3')],
    [compared('v1', 'v2'), refused('v2', 'v3')],
  ]) {
    const view = viewOf(over, ...steps);
    expect(linesIn(view)).toHaveLength(2);
    expect(view).toContain('Where the line is broken');
  }
  const last = viewOf([load, load, invalid], compared('v1', 'v2'), refused('v2', 'v3'));
  expect(linesIn(last)).toHaveLength(1);
  expect(last).not.toContain('Where the line is broken');
});
