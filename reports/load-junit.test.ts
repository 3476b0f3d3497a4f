import { describe, expect, it } from 'vitest';
import { loadJunit } from './load-junit.ts';
import { loadMarkdown } from './load-markdown.ts';
import { fullLoad, sampleLoad } from './sample-load.ts';

describe('a load run as JUnit XML', () => {
  it('fails what was missed, and is never green about what could not be judged', () => {
    const xml = loadJunit(fullLoad());
    expect(xml).toContain('tests="4" failures="1" errors="1"');
    expect(xml).toMatch(/<failure message="ttft\.p95&lt;100ms missed, observed 204"/);
    expect(xml).toMatch(/<error message="gap\.p99\.9&lt;1000ms unjudged: withheld/);
  });

  it('has an error where the instrument cannot be believed, or the run is incomplete', () => {
    const reasons = [{ code: 'cpu', because: 'processors busy' }] as const;
    const invalid = loadJunit(sampleLoad({ validity: { is: 'invalid', reasons, notes: [] } }));
    expect(invalid).toMatch(/<error message="processors busy" type="invalid"/);
    expect(loadJunit(sampleLoad({ complete: false }))).toContain('the run is incomplete');
    expect(loadJunit(sampleLoad())).toContain('errors="0"');
  });
});

describe('a load run as Markdown', () => {
  it('holds the same tables', () => {
    const text = loadMarkdown(fullLoad());
    expect(text).toContain('## ✗ SLO missed: ttft.p95\\<100ms');
    expect(text).toContain('| ttft.p95\\<100ms | ✗ missed | 204 | 180 to 231.5 |  |');
    expect(text).toMatch(/### Operations/);
    expect(text).toMatch(/\| stream \| 40 \| 0 \| 4\.98 \| 120\.0 /);
    expect(text).toMatch(/<summary>Over time<\/summary>/);
  });
});
