import { describe, expect, it } from 'vitest';
import { sampleLoad } from '../sample-load.ts';
import { loadHtml } from './load.ts';

describe('the page of a load run', () => {
  it('says first what was measured, where, and at what rate', () => {
    const page = loadHtml(sampleLoad());
    expect(page).toContain('all 40 measured requests were answered');
    expect(page).toContain('4.98 of 5 a second');
  });

  it('gives the sample count with the times, and never a quantile that the samples cannot show', () => {
    const rows = loadHtml(sampleLoad()).replace(/\s*<[^>]*>\s*/g, ' ');
    expect(rows).toMatch(
      /TTFT +intended start to first content +40 +96\.0 +120\.0 +168\.0 +204\.0 +60 short +960 short +240\.0/,
    );
  });

  it('counts failures by outcome, in text that cannot act', () => {
    const page = loadHtml(sampleLoad({ failures: { '<img src=x>': 3 } }));
    expect(page).toContain('3 ×');
    expect(page).toContain('&lt;img src=x&gt;');
    expect(page).not.toContain('<img');
  });

  it('does not call a run measured that was cut off', () => {
    expect(loadHtml(sampleLoad({ complete: false }))).toContain('<strong>Incomplete</strong>');
  });
});
