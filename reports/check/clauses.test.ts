import { describe, expect, it } from 'vitest';
import type { Finding } from '../../conformance/model/run.ts';
import { separateCauses, reproducedCall } from './clauses.ts';
import { failedSpeed, sampleRun } from './sample-run.testing.ts';

const finding = { exchanges: ['chat#1', 'chat#2'], reproduces: 'chat#2' } as unknown as Finding;

describe('what is sent again of a finding', () => {
  it('is told by its place among the calls, or among the cases, each of which stands alone', () => {
    expect(reproducedCall(finding)).toBe('call 2 of 2, which may need the results of the calls before it');
    expect(reproducedCall({ ...finding, case: { index: 2, of: 2 } })).toBe('case 2 of 2');
    expect(reproducedCall({ ...finding, case: { index: 1, of: 2, smaller: true } })).toBe('case 1 of 2, shrunk');
    const asSent = 'three smaller ones pass';
    expect(reproducedCall({ ...finding, case: { index: 1, of: 2, asSent } })).toBe(
      'case 1 of 2, as it was sent: three smaller ones pass',
    );
    expect(reproducedCall({ ...finding, exchanges: ['chat#2'] })).toBe('call 1 of 1');
  });
});

describe('the causes of all that failed', () => {
  const [must, http] = (['MUST', 'HTTP'] as const).map((level) => ({ ...failedSpeed, check: `a/${level}`, level }));
  const told = (strict: boolean, ...causes: readonly (readonly string[])[]) => {
    const all = causes.map((checks) => ({ title: 'why', checks: [...checks], likely: [] }));
    const { toFix, aside } = separateCauses(
      sampleRun([must ?? failedSpeed, http ?? failedSpeed], { causes: all, strict }),
    );
    return [toFix, aside].map((some) => some.map(({ findings }) => findings.map(({ check }) => check)));
  };

  it('have an HTTP obligation behind what it fails with, and apart where it has a cause of its own', () => {
    expect(told(false, ['a/HTTP', 'a/MUST'])).toEqual([[['a/MUST', 'a/HTTP']], []]);
    expect(told(false, ['a/HTTP'], ['a/MUST'])).toEqual([[['a/MUST']], [['a/HTTP']]]);
    expect(told(true, ['a/HTTP'], ['a/MUST'])).toEqual([[['a/HTTP'], ['a/MUST']], []]);
  });
});
