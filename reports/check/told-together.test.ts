import { describe, expect, it } from 'vitest';
import { failedSpeed, sampleFinding, sampleRun } from './sample-run.testing.ts';
import { failureGroups } from './told-together.ts';

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
});
