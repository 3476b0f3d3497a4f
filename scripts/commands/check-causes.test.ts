import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../conformance/model/run.ts';
import { isFaultId } from '../../fixtures/faults/index.ts';
import { knownFaults } from '../content/known-faults.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';
import { assay, emptyFolder, serve } from '../testing/run-assay.testing.ts';

/** Mistakes of several kinds, most of which fail dozens of checks. */
const mistakes = ['error-code-number', 'stream-bad-json-500', 'bots-fails-500'];

async function checkedWith(fault: string, ...flags: readonly string[]) {
  const out = emptyFolder();
  const service = await serve('--fault', fault);
  const credentials = [
    '--token',
    service.token,
    '--other-token',
    service.otherToken,
    '--provisioner',
    service.provisioner,
  ];
  const said = await assay(['check', '--target', service.url, ...credentials, '--out', out, ...flags]);
  await service.stop();
  const run = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8')) as Run;
  return { ...said, run, summary: readFileSync(join(out, 'summary.md'), 'utf8') };
}

describe('a run with one mistake', () => {
  it.each(mistakes)('%s: is told as one or two causes, on a screen or two', { timeout: 120_000 }, async (fault) => {
    expect(isFaultId(fault)).toBe(true);
    const { run, out } = await checkedWith(fault);
    expect(schemaErrors('run', run)).toEqual([]);
    const failed = run.findings.filter(({ verdict }) => verdict.is === 'fail').map(({ check }) => check);
    expect(run.causes.flatMap(({ checks }) => checks).toSorted()).toEqual(failed.toSorted());
    expect(run.causes.length).toBeGreaterThan(0);
    expect(run.causes.length).toBeLessThanOrEqual(2);
    const likely = run.causes[0]?.likely[0]?.fault;
    const known = knownFaults();
    const checksOf = (id: string | undefined) =>
      [...(known.find((each) => each.fault === id)?.checks ?? [])].toSorted();
    expect(checksOf(likely)).toEqual(checksOf(fault));
    // A pipe gets a progress line every few seconds.
    const lines = out.split('\n').filter((line) => !line.endsWith(' probes sent'));
    expect(lines.length).toBeLessThan(60);
    expect(lines.at(-2)).toMatch(
      new RegExp(`^✗ Fail: .* failed(?:: |, ${run.causes.length} causes? \\(clearest check: )`),
    );
  });
  it('prints each failure in full with --verbose', { timeout: 120_000 }, async () => {
    const { out, run } = await checkedWith('speed-clamped', '--verbose', '--only', 'speech.speed/*');
    const failed = run.findings.filter(({ verdict }) => verdict.is === 'fail');
    expect(failed.length).toBeGreaterThan(1);
    for (const { check } of failed) expect(out).toContain(`✗ ${check}  `);
    expect(out).not.toContain('fail with it');
  });
});
