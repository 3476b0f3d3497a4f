import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ReleasesComparison } from '../../load/compare/comparison.ts';
import { distributions } from '../../load/differences/synthetic.testing.ts';
import { assay, emptyFolder, type CommandOutput } from '../testing/run-assay.testing.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';
import { syntheticFolder } from '../testing/synthetic-folder.testing.ts';

const made = { requests: 1500, ttftMs: distributions.lognormal, failures: 0.002 };
const slower = (z: number): number => 1.5 * made.ttftMs(z);

function compare(...args: readonly string[]): Promise<CommandOutput> {
  return assay(['compare', ...args], { cwd: emptyFolder() });
}

describe('compare of several load runs', () => {
  const folders = { a: '', same: '', slow: '' };
  beforeAll(() => {
    folders.a = syntheticFolder({ ...made, seed: 1 });
    folders.same = syntheticFolder({ ...made, seed: 2 });
    folders.slow = syntheticFolder({ ...made, seed: 3, ttftMs: slower });
  });

  it('takes more of them for releases in their order, says which changed what, and shows a trend', async () => {
    const out = join(emptyFolder(), 'results');
    const { code, out: said, err } = await compare(folders.a, folders.same, folders.slow, '--out', out);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const last = folders.slow.split('/').at(-1) ?? '';
    expect(said).toMatch(new RegExp(`✗ Slower: with ${last}, TTFT p\\d+ [\\d.]+ → [\\d.]+ ms: [\\d.]+ % slower`));
    expect(readdirSync(out).toSorted()).toEqual(['compare.json', 'report.html', 'summary.md']);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('<h2>Trend</h2>');
  });

  it('of several has --json, --only and --fail-if as two have', async () => {
    const out = join(emptyFolder(), 'results');
    const flags = ['--json', '--only', 'ttft.p95', '--fail-if', 'ttft.p95>+20%', '--out', out];
    const exceeded = await compare(folders.a, folders.same, folders.slow, ...flags);
    expect(exceeded.code).toBe(1);
    const comparison = JSON.parse(exceeded.out) as ReleasesComparison;
    expect(exceeded.out).toBe(readFileSync(join(out, 'compare.json'), 'utf8'));
    expect(schemaErrors('compare', comparison)).toEqual([]);
    const judged = comparison.steps.map((step) => step.is === 'compared' && step.comparison);
    expect(judged.map((each) => each && [each.failIf?.is, each.quantities.map(({ quantity }) => quantity)])).toEqual([
      ['met', ['ttft.p95']],
      ['exceeded', ['ttft.p95']],
    ]);
    expect([comparison.is, comparison.exitCode]).toEqual(['releases', 1]);
    expect(exceeded.err).toMatch(/✗ Exceeded: .* → .*: ttft\.p95>\+20%/);
    for (const report of ['report.html', 'summary.md'])
      expect(readFileSync(join(out, report), 'utf8')).toContain('exceeded');
    const met = await compare(folders.a, folders.same, folders.slow, '--fail-if', 'ttft.p95>+90%');
    expect([met.code, met.out]).toEqual([0, expect.stringContaining('✓ Met: ttft.p95>+90%, in 3 comparisons')]);
  });

  it('names every folder that is none of results, and no path of one that is nowhere', async () => {
    const { code, out, err } = await compare('a', folders.a, 'c', '.');
    const nothing = 'neither requests.ndjson nor run.json is in';
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain(
      `these are not result folders, as ${nothing} them:\n  folder 1, which does not exist\n  folder 3, which does not exist\n  /`,
    );
    expect((await compare(folders.a, 'token')).err).toContain(
      `B, which does not exist, is not a result folder: ${nothing} it`,
    );
  });
});
