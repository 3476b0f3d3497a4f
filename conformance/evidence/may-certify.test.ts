import { describe, expect, it } from 'vitest';
import type { Finding, Run } from '../model/run.ts';
import { refusalBefore, refusalOf } from './may-certify.ts';

const found = (check: string, level: Finding['level'], is: Finding['verdict']['is'], parts: object = {}) =>
  ({ check, level, verdict: { is, because: 'so it was' }, ...parts }) as unknown as Finding;
const whyNot = (findings: readonly Finding[], strict: Run['strict'] = false) =>
  refusalOf({ complete: true, strict, findings } as unknown as Run, [])?.because;
const known = (is: 'stale' | 'expired' | 'known') => ({ knownFailure: { is, reason: '', expires: '2026-01-01' } });

const passes = found('a/passes', 'MUST', 'pass');
const fails = found('b/fails', 'MUST', 'fail');
const http = found('c/http', 'HTTP', 'fail');
const should = found('d/should', 'SHOULD', 'fail');

describe('why nothing may be certified', () => {
  it.each([
    [false, '1 of 2 MUST checks failed: b/fails'],
    ['http', '2 of 3 MUST or HTTP checks failed: b/fails, c/http'],
    [true, '3 of 4 checks failed: b/fails, c/http, d/should'],
  ] as const)('is counted by the levels that decide with --strict %s, as the run counts them', (strict, says) => {
    expect(whyNot([passes, fails, http, should], strict)).toBe(says);
  });
  it('is nothing where only what does not decide fails, or a known failure', () => {
    expect(whyNot([passes, http, should])).toBeUndefined();
    expect(whyNot([passes, found('b/fails', 'MUST', 'fail', known('known'))])).toBeUndefined();
  });
  it('is no rule of every answer that all of them leave open', () => {
    const away = { is: 'notApplicable', because: 'no audio comes as Ogg' } as const;
    const ofFlac = { ...passes, check: 'r/rule', verdict: away } as Finding;
    const rules = [{ id: 'r/rule', ofEvery: () => true }];
    const run = (finding: Finding) =>
      ({ complete: true, strict: false, findings: [passes, finding] }) as unknown as Run;
    expect(refusalOf(run(ofFlac), rules)).toBeUndefined();
    expect(refusalOf(run(ofFlac), [{ id: 'r/rule' }])?.code).toBe(2);
    const about = { is: 'missing', what: 'token', name: 'a token' } as const;
    expect(refusalOf(run({ ...ofFlac, verdict: { ...away, about } }), rules)?.code).toBe(2);
  });
  it('counts known failures that are out of date apart from what failed', () => {
    const stale = found('e/stale', 'SHOULD', 'pass', known('stale'));
    const expired = found('f/expired', 'MUST', 'fail', known('expired'));
    expect(whyNot([passes, stale])).toBe('1 known failure is stale or expired: e/stale');
    expect(whyNot([passes, fails, stale, expired])).toBe(
      '1 of 3 MUST checks failed, and 2 known failures are stale or expired: b/fails, e/stale, f/expired',
    );
  });
  it('is a MUST that came to no verdict, and never a SHOULD', () => {
    const open = found('g/open', 'MUST', 'inconclusive');
    expect(whyNot([passes, found('g/open', 'SHOULD', 'inconclusive')])).toBeUndefined();
    expect(whyNot([passes, http, open])).toBe(
      '1 of 2 MUST checks could not be judged, or did not apply: g/open (so it was)',
    );
  });
  it('is known before anything is sent where a MUST cannot apply', () => {
    const notApplicable = [{ check: 'b/fails', because: 'no token' }];
    expect(
      refusalBefore({ notApplicable }, [
        { id: 'b/fails', level: 'MUST' },
        { id: 'c/http', level: 'HTTP' },
      ])?.because,
    ).toBe('1 of 1 MUST checks do not apply: b/fails (no token)');
  });
});
