import { describe, expect, it } from 'vitest';
import type { Finding } from '../../model/run.ts';
import { abortReasonText, TimeIsUp, unreachedFinding } from './time-is-up.ts';

const failing: Finding = {
  check: 't/a',
  clause: '1',
  also: [],
  level: 'MUST',
  title: 'a title',
  requirement: 'it is kept',
  doneBy: ['a server'],
  verdict: { is: 'fail', because: 'it was not' },
  mismatches: [{ subject: 'it', expected: 'kept', observed: 'not kept' }],
  exchanges: ['probe#1'],
  controls: ['probe#2'],
  reproduce: 'curl',
  reproduces: 'probe#1',
  defect: 'no',
};

describe('a run whose time is up', () => {
  it.each([
    [500, '500ms'],
    [1_500, '1.5s'],
    [60_000, '60s'],
    [300_000, '5m'],
  ])('says so by the flag (%i ms)', (forMs, flag) => {
    const signal = AbortSignal.abort(new TimeIsUp(forMs));
    expect(abortReasonText(AbortSignal.any([signal]))).toBe(`not judged within --time ${flag}`);
  });
  it('is told apart from one that was interrupted', () => {
    expect(abortReasonText(AbortSignal.abort('SIGINT'))).toBe('the run was interrupted');
  });
  it('says nothing of what the end itself made of a check', () => {
    expect(unreachedFinding(failing, new TimeIsUp(60_000))).toEqual({
      check: 't/a',
      clause: '1',
      also: [],
      level: 'MUST',
      title: 'a title',
      requirement: 'it is kept',
      doneBy: ['a server'],
      verdict: { is: 'inconclusive', because: 'not judged within --time 60s' },
      mismatches: [],
      exchanges: [],
      reproduce: '',
      unreached: 'time',
    });
  });
  it('leaves what never applied', () => {
    const away: Finding = { ...failing, verdict: { is: 'notApplicable', because: 'no token' } };
    expect(unreachedFinding(away, new TimeIsUp(1))).toBe(away);
  });
});
