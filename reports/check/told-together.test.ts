import { describe, expect, it } from 'vitest';
import { failedSpeed, sampleFinding, sampleRun } from './sample-run.testing.ts';
import { failuresTitle, failureGroups } from './told-together.ts';

const failed = (check: string) => ({ ...failedSpeed, check });
const cause = (title: string, ...checks: readonly string[]) => ({ title, checks, likely: [] });

describe('failures that are told together', () => {
  it('are those of a cause in its order, then each that has none, and no passing check', () => {
    const findings = ['a/1', 'a/2', 'a/3'].map(failed);
    const run = sampleRun([...findings, sampleFinding('a/4', '2.5')], { causes: [cause('why', 'a/3', 'a/1')] });
    expect(failureGroups(run).map(({ title, findings: told }) => [title, ...told.map(({ check }) => check)])).toEqual([
      ['why', 'a/3', 'a/1'],
      ['status: expected a refusal (4xx), observed 200', 'a/2'],
    ]);
  });

  it('are told once, though two causes name the property that found them', () => {
    const run = sampleRun([failed('p/q'), failed('p/q')], { causes: [cause('one', 'p/q'), cause('other', 'p/q')] });
    expect(failureGroups(run).map(({ findings }) => findings.length)).toEqual([2]);
  });

  it('are counted with their causes, and those apart that fail no run', () => {
    const told = (level: 'MUST' | 'SHOULD', ...checks: readonly string[]) => ({
      title: 'why',
      findings: checks.map((check) => ({ ...failed(check), level })),
    });
    expect(failuresTitle([told('MUST', 'a/1')])).toBe('1 failure');
    expect(failuresTitle([told('MUST', 'a/1', 'a/2'), told('SHOULD', 'a/3')])).toBe(
      '3 failures, 2 causes (1 of a SHOULD alone)',
    );
    expect(failuresTitle([told('SHOULD', 'a/3')])).toBe('1 failure');
  });
});
