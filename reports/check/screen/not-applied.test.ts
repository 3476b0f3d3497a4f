import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../conformance/model/run.ts';
import { sampleFinding } from '../sample-run.testing.ts';
import { notAppliedText } from './not-applied.ts';

const away = (check: string, because: string, parts: Partial<Finding> = {}): Finding =>
  sampleFinding(check, '8.1', { verdict: { is: 'notApplicable', because }, ...parts });

describe('why checks did not apply', () => {
  it('is said of each reason, that of most first', () => {
    const findings = [
      away('a/one', 'no bot of this kind is listed'),
      away('b/one', 'no whole balance tells the price of a chat'),
      away('b/two', 'no whole balance tells the price of a chat'),
      sampleFinding('c/passed', '8.1'),
    ];
    expect(notAppliedText({ findings })).toBe(
      'Why MUST checks did not apply: 2: no whole balance tells the price of a chat · 1: no bot of this kind is listed.',
    );
  });
  it('names three reasons, and counts the others', () => {
    const findings = ['a', 'b', 'c', 'd', 'e'].map((name) => away(`${name}/one`, `reason ${name}`));
    expect(notAppliedText({ findings })).toBe(
      'Why MUST checks did not apply: 1: reason a · 1: reason b · 1: reason c · 2 more for 2 other reasons.',
    );
  });
  it('is not said of what was not given, of known failures, nor of a SHOULD', () => {
    const missing = { is: 'missing', what: 'provisioner', name: 'provisioner' } as const;
    const known = { is: 'knownFailure', check: 'x/y', expires: '2027-01-01' } as const;
    const findings = [
      away('a/one', 'no provisioner', { verdict: { is: 'notApplicable', because: 'no provisioner', about: missing } }),
      away('a/two', 'known', { verdict: { is: 'notApplicable', because: 'known', about: known } }),
      away('a/three', 'no bot of this kind is listed', { level: 'SHOULD' }),
    ];
    expect(notAppliedText({ findings })).toBeUndefined();
  });
});
