import { boundOf } from '../../load/slo/bound-of.testing.ts';
import { describe, expect, it } from 'vitest';
import { loadHtml } from '../html/load.ts';
import { loadMarkdown } from './markdown.ts';
import { sampleLoad } from './sample-load.testing.ts';
import { loadTimes } from './terminal.ts';
import { contentText } from './format.ts';
import { loadJunit } from './junit.ts';
import { loadAnnotations } from '../annotations.ts';

describe('times that lie between two', () => {
  const gapMs = { n: 40, min: 1, p50: 20, p95: 25, max: 60, missing: {}, atLeast: { p50: 5, p95: 20, max: 30 } };
  const bounded = sampleLoad({ gapMs });

  it('stand as a range in every report, which says what that means', () => {
    expect(loadTimes(bounded, { colour: false, width: 100 })).toMatch(
      /Inter-event gap +40 +5\.00 to 20\.0 +20\.0 to 25\.0 .*\n[^]*a to b: the true value lies between/,
    );
    expect(loadMarkdown(bounded)).toMatch(/Inter-event gap.* 5\.00 to 20\.0 .* 20\.0 to 25\.0 .* 30\.0 to 60\.0 \|/);
    const page = loadHtml(bounded).replaceAll(/\s*<[^>]*>\s*/g, ' ');
    expect(page).toMatch(/Inter-event gap .*5\.00 to 20\.0 .*20\.0 to 25\.0 .*30\.0 to 60\.0/s);
    expect(page).toMatch(/Inter-event gap, p95 +20\.0 to 25\.0 ms/);
    expect(page).toContain('“a to b” means somewhere between');
    expect(loadHtml(sampleLoad())).not.toContain('means somewhere');
  });

  it('stand so beside a bound of the SLO too', () => {
    const bounds = [
      { ...boundOf('ttft.p95<800ms'), is: 'met', value: 112.6, best: 90 },
      { ...boundOf('goodput>90%'), is: 'met', value: 96, best: 98 },
      { ...boundOf('e2e.p95<1s'), is: 'violated', value: 1200, best: 1100 },
    ] as const;
    const load = sampleLoad({ slo: { text: 'all', is: 'violated', bounds } });
    const page = loadHtml(load).replaceAll(/\s*<[^>]*>\s*/g, ' ');
    for (const text of [page, loadMarkdown(load)])
      for (const value of ['90 to 112.6 ms', '96 to 98 %', '1100 to 1200 ']) expect(text).toContain(value);
    expect(loadJunit(load)).toContain('observed 1100 to 1200');
    expect(loadAnnotations(load)[0]?.message).toContain('observed 1100 to 1200');
  });
});

it('a rule that did not read the streams is named with the reason why nothing is claimed by it', () => {
  const unclaimed = 'the rule delta.text read no text of the reply in 40 of 40 streams';
  const { settings } = sampleLoad();
  const load = sampleLoad({
    settings: { ...settings, content: 'delta.text', contentFrom: 'learned by check on 2026-11-23 from 3 streams' },
    ttftMs: { n: 0, missing: {}, unclaimed },
  });
  const text = `delta.text (learned by check on 2026-11-23 from 3 streams); TTFT is not reported: ${unclaimed}`;
  expect(contentText(load)).toBe(text);
  expect(loadTimes(load, { colour: false, width: 100 })).toContain(text);
});
