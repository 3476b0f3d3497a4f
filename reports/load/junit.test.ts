import { describe, expect, it } from 'vitest';
import type { Gate } from '../../load/evidence/gate.ts';
import type { Capacity } from '../../load/figures/figures.ts';
import { loadJunit } from './junit.ts';
import { loadMarkdown } from './markdown.ts';
import type { Load } from '../../load/verdict/load.ts';
import { fullLoad, sampleLoad } from './sample-load.testing.ts';

describe('a load run as JUnit XML', () => {
  it('fails what was violated, and is never green about what could not be judged', () => {
    const xml = loadJunit(fullLoad());
    expect(xml).toContain('tests="5" failures="2" errors="1"');
    expect(xml).toMatch(/<failure message="ttft\.p95&lt;100ms violated, observed 204 ms"/);
    expect(xml).toMatch(/<error message="gap\.p99\.9&lt;1000ms inconclusive: suppressed/);
  });

  it('fails where the target does not keep its interface, and is in error where that is not known', () => {
    const gate = fullLoad().gate as Gate;
    expect(loadJunit(sampleLoad({ gate }))).toMatch(
      /name="the target conforms to its interface">\s*<failure message="2 of 40 MUST checks failed" type="conformance"/,
    );
    const open = { ...gate, is: 'inconclusive' } as const;
    expect(loadJunit(sampleLoad({ gate: open }))).toMatch(/conforms to its interface">\s*<error /);
    expect(loadJunit(sampleLoad({ gate: { ...open, is: 'pass' } }))).toContain('failures="0" errors="0"');
  });

  it('is green about a capacity run only where its first rate held', () => {
    const junit = (capacity: Capacity): string => loadJunit(sampleLoad({ capacity }));
    expect(junit({ heldPerS: 5, violatedPerS: 10 })).toContain('failures="0" errors="0"');
    expect(junit({ violatedPerS: 5 })).toContain('<failure message="no rate met the SLO, 5 per second violated it"');
    expect(junit({ inconclusivePerS: 5 })).toContain('<error message="it could not be judged" type="inconclusive"');
  });

  it('has an error where the instrument cannot be believed, or the run is incomplete', () => {
    const reasons = [{ code: 'cpu', because: 'processors busy' }] as const;
    const invalid = loadJunit(sampleLoad({ validity: { is: 'invalid', reasons, notes: [] } }));
    expect(invalid).toMatch(/<error message="processors busy" type="invalid"/);
    const few = [{ code: 'tooFewSamples', because: 'ttft.p99 has 40 of the 100' }] as const;
    expect(loadJunit(sampleLoad({ validity: { is: 'invalid', reasons: few, notes: [] } }))).toMatch(
      /name="the instrument is valid"\s*\/>\s*<testcase [^>]*name="there are enough samples">\s*<error message="ttft.p99 has 40 of the 100" type="inconclusive"/,
    );
    expect(loadJunit(sampleLoad({ complete: false }))).toContain('the run is incomplete');
    expect(loadJunit(sampleLoad())).toContain('errors="0"');
  });
});

describe('a load run as Markdown', () => {
  it('says in its first line that the target does not keep its interface', () => {
    const [first, ...rest] = loadMarkdown(fullLoad()).split('\n');
    expect(first).toBe('## ✗ Conformance failed: 2 of 40 MUST checks failed (check of 2026-11-20)');
    expect(rest.join('\n')).toContain('does not keep its interface');
    const { gate: _, ...alone } = fullLoad();
    expect(loadMarkdown(alone)).toMatch(/^## ✗ SLO violated/);
  });

  it('gives the reasons against the instrument, once, and what was only noted behind them', () => {
    const reasons = [{ code: 'cpu', because: 'processors busy' }] as const;
    const validity = { is: 'invalid', reasons, notes: ['k6 read events late'] } as const;
    const { slo, gate: _, ...others } = fullLoad();
    expect(loadMarkdown({ ...others, slo, validity } as Load)).toContain(
      'Instrument invalid: processors busy. Noted: k6 read events late.',
    );
    const unjudged = loadMarkdown({ ...others, validity });
    expect(unjudged).toMatch(/^## \? Invalid: processors busy\n/);
    expect(unjudged).toContain('Instrument invalid. Noted: k6 read events late.');
  });

  it('holds the same tables', () => {
    const text = loadMarkdown(fullLoad());
    expect(text).toContain('## ✗ SLO violated: ttft.p95\\<100ms');
    expect(text).toContain('| ttft.p95\\<100ms | ✗ violated | 204 ms | 180 to 231.5 ms |  |');
    expect(text).toMatch(/### Operations/);
    expect(text).toMatch(/\| stream \| 40 \| 0 \| 4\.98 \| 110\.0 \| 120\.0 /);
    expect(text).toMatch(/<summary>Every window<\/summary>/);
  });

  it('tells how far off the percentiles of windows are where they are', () => {
    const load = fullLoad();
    const told = 'by their intended time, percentiles with a relative error of at most 0.391 %; requests in flight';
    expect(loadMarkdown(load)).toContain(told);
    const exact = loadMarkdown({ ...load, series: { ...load.series, relativeError: 0 } });
    expect(exact).toContain('by their intended time; requests in flight');
  });
});
