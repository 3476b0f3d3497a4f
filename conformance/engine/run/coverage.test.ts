import { describe, expect, it } from 'vitest';
import type { Check } from '../../model/check.ts';
import { quickChecks, quickFinds } from '../../model/quick-checks.ts';
import type { Finding, RunHeader } from '../../model/run.ts';
import { coverageOf } from './coverage.ts';

const header = (profile: string | undefined, checks: readonly string[]): RunHeader =>
  ({ command: 'check', ...(profile && { profile }), plan: { checks } }) as unknown as RunHeader;
const check = (id: string, ofEvery?: Check['ofEvery']): Check => ({ id, ...(ofEvery && { ofEvery }) }) as Check;
const finding = (id: string, verdict: Finding['verdict'], parts: Partial<Finding> = {}): Finding =>
  ({ check: id, verdict, exchanges: [], ...parts }) as unknown as Finding;

const pass = { is: 'pass' } as const;
const faults = [
  { fault: 'one', named: ['a'], checks: new Set(['a', 'b']) },
  { fault: 'two', named: ['b'], checks: new Set(['b']) },
  { fault: 'of all answers', named: ['every'], checks: new Set(['every']) },
];
const suite = { checks: [check('a'), check('b'), check('every', () => true)], faults: () => faults };
const last = quickChecks.at(-1) ?? '';
const quick = header('quick', quickChecks);
const passed = quickChecks.map((id) => finding(id, pass));
const wholeSuite = {
  ...suite,
  checks: [check('a'), ...quickChecks.map((id) => check(id, id === last ? () => true : undefined))],
};

describe('what a run is worth that left checks out', () => {
  it('is not asked of a run that tried what it was asked for', () => {
    expect(coverageOf(header(undefined, ['a']), [finding('a', pass)], suite)).toBeUndefined();
    expect(coverageOf(header('speech', ['a']), [finding('a', pass)], suite)).toBeUndefined();
    expect(coverageOf({ ...header('quick', ['a']), command: 'fuzz' }, [], suite)).toBeUndefined();
  });
  it('is what was measured, for a whole quick run', () => {
    expect(coverageOf(quick, passed, wholeSuite)).toEqual({ ...quickFinds, isMeasured: true, notTried: 1 });
  });
  it('is not what was measured, for a part of a quick run', () => {
    const part = coverageOf(header('quick', ['a']), [finding('a', pass)], suite);
    expect(part).toEqual({ found: 1, of: 3, notTried: 2 });
  });
  it('is what was measured less what inconclusive checks would have found, and those were tried', () => {
    const unclear = finding(last, { is: 'inconclusive', because: 'x' }, { exchanges: ['e-1'] });
    const coverage = { ...quickFinds, isMeasured: true, notTried: 1, inconclusive: 1 };
    expect(coverageOf(quick, [...passed.slice(0, -1), unclear], wholeSuite)).toEqual(coverage);
  });
  it('is counted as of a part where more than a tenth of a whole quick run is inconclusive', () => {
    const unclear = (id: string) => finding(id, { is: 'inconclusive', because: 'x' }, { exchanges: ['e-1'] });
    const coverage = (open: number) =>
      coverageOf(quick, [...passed.slice(open), ...quickChecks.slice(0, open).map(unclear)], wholeSuite);
    const few = Math.floor(quickChecks.length / 10);
    expect(coverage(few)).toEqual({ ...quickFinds, isMeasured: true, notTried: 1, inconclusive: few });
    expect(coverage(few + 1)).toEqual({ found: 0, of: 3, notTried: 1, inconclusive: few + 1 });
  });
  it('is what was measured also where a rule of every answer was left open by all of them', () => {
    const open = { is: 'notApplicable', because: 'no answer has the status 401' } as const;
    const findings = (verdict: Finding['verdict']) => [...passed.slice(0, -1), finding(last, verdict)];
    expect(coverageOf(quick, findings(open), wholeSuite)).toMatchObject({ isMeasured: true });
    const lacking = { ...open, about: { is: 'missing', what: 'token', name: 'a token' } } as const;
    expect(coverageOf(quick, findings(lacking), wholeSuite)).not.toHaveProperty('isMeasured');
  });
  it('counts of a quick run that judged a part only what the judged checks find by what they send', () => {
    const findings = [finding('a', pass), finding('every', pass), finding('b', { is: 'inconclusive', because: 'x' })];
    const coverage = { found: 1, of: 3, notTried: 1 };
    expect(coverageOf(header('quick', ['a', 'b', 'every']), findings, suite)).toEqual(coverage);
  });
  it('is nothing where nobody answered', () => {
    const unanswered = { because: 'no answer' };
    expect(
      coverageOf({ ...quick, given: { credentials: [], headers: [], unanswered } }, [], wholeSuite),
    ).toBeUndefined();
  });
  it.each([
    ['credits', finding('b', { is: 'inconclusive', because: 'x', about: { is: 'credits', needed: 9 } })],
    ['time', finding('b', { is: 'inconclusive', because: 'x' }, { unreached: 'time' })],
  ])('is told of a run that had too few %s', (_, left) => {
    const coverage = { found: 1, of: 3, notTried: 2 };
    expect(coverageOf(header(undefined, ['a', 'b']), [finding('a', pass), left], suite)).toEqual(coverage);
  });
});
