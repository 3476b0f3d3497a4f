import { describe, expect, it } from 'vitest';
import type { Finding } from '../../model/run.ts';
import { outcomeOf, scoredMusts } from './outcome.ts';

const finding = (check: string, verdict: object, more: object = {}): Finding =>
  ({ check, level: 'MUST', verdict, ...more }) as unknown as Finding;
const pass = (check: string): Finding => finding(check, { is: 'pass' });
const fail = (check: string): Finding => finding(check, { is: 'fail', because: 'so' });
const open = (check: string, more: object = {}): Finding =>
  finding(check, { is: 'inconclusive', because: 'it was away' }, more);
const day = '2026-06-01';
const outcome = (...findings: readonly Finding[]) => outcomeOf({ findings }, ['a', 'b', 'c'], [], day);

describe('what a certificate stands on', () => {
  it('is each MUST that it scored', () => {
    const should = { ...pass('d'), level: 'SHOULD' } as Finding;
    expect(scoredMusts({ findings: [pass('a'), fail('b'), finding('c', { is: 'notApplicable' }), should] })).toEqual([
      'a',
      'b',
    ]);
  });
});

describe('what a run says of a certificate', () => {
  it('is that it holds where all that was tried passed, however much that was', () => {
    expect(outcome(pass('a'), pass('b'))).toEqual({
      is: 'confirmed',
      rechecked: { passed: 2, of: 3, failed: [], inconclusive: [] },
    });
  });
  it('is that it does not where a scored MUST fails, and no other check', () => {
    expect(outcome(pass('a'), fail('b'), open('c'))).toMatchObject({ is: 'failed', rechecked: { failed: ['b'] } });
    expect(outcome(pass('a'), fail('z')).is).toBe('confirmed');
  });
  it('is nothing certain where one came to no verdict, or none was judged', () => {
    expect(outcome(pass('a'), open('b'))).toMatchObject({
      is: 'inconclusive',
      because: '1 MUST checks are inconclusive, first b (it was away)',
    });
    expect(outcome(finding('a', { is: 'notApplicable', because: 'no token' }))).toMatchObject({
      is: 'inconclusive',
      because: 'no MUST check was judged',
    });
  });
  it('is nothing certain without the token that its checks need, whatever passed', () => {
    const without = (what: string) =>
      finding('b', { is: 'notApplicable', because: `no ${what}`, about: { is: 'missing', what, name: what } });
    expect(outcome(pass('a'), without('token'))).toEqual({
      is: 'inconclusive',
      because: 'no token was given (--token or ASSAY_TOKEN): 1 of its 3 MUST checks cannot be judged without it',
      rechecked: { passed: 1, of: 3, failed: [], inconclusive: [] },
    });
    expect(outcome(pass('a'), without('otherWorkspace')).is).toBe('confirmed');
    expect(outcome(fail('a'), without('token')).is).toBe('failed');
  });
  it('leaves out what there were no credits or no time for', () => {
    const noCredits = finding('b', { is: 'inconclusive', because: 'none left', about: { is: 'credits' } });
    expect(outcome(pass('a'), noCredits, open('c', { unreached: 'time' })).is).toBe('confirmed');
  });
  it('bears a known failure to its last day', () => {
    const known = (expires: string) => [{ check: 'b', reason: 'until 2.1', expires }];
    const of = (expires: string) => outcomeOf({ findings: [pass('a'), fail('b')] }, ['a', 'b'], known(expires), day).is;
    expect([of('2026-06-01'), of('2026-05-31')]).toEqual(['confirmed', 'failed']);
  });
});
