import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { truncateToBytes, output, summarize } from './runner.ts';

describe('what the runner gets in files', () => {
  it('is no summary above its limit: it is cut at the end of a line, with a word on it', () => {
    const whole = 'ä'.repeat(40).concat('\n').repeat(10);
    const cut = truncateToBytes(whole, 300);
    expect(truncateToBytes(whole, 10_000)).toBe(whole);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(300);
    expect(cut).toMatch(/^(ä{40}\n){2}ä{40}\n\nThe rest does not fit here/);
  });
  it('is one line an output, whatever the value is', () => {
    const file = join(emptyFolder(), 'output');
    output('report', '/a\nverdict=passed', { GITHUB_OUTPUT: file });
    expect(readFileSync(file, 'utf8')).toBe('report=/a verdict=passed\n');
  });
  it('adds to a summary that is there, and is nothing where there is no runner', () => {
    const file = join(emptyFolder(), 'summary');
    writeFileSync(file, 'before\n');
    summarize('after\n', { GITHUB_STEP_SUMMARY: file });
    summarize('nowhere', {});
    expect(readFileSync(file, 'utf8')).toBe('before\nafter\n');
  });
});
