import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../expectations/sample-exchange.testing.ts';
import type { CaseVerdict } from './judge-case.ts';
import { lastCases } from './last-cases.ts';

const passed: CaseVerdict = { is: 'pass', seen: [answered({})] };
const tooLong: CaseVerdict = {
  is: 'inconclusive',
  because: 'the document sets no maximum size (8.2)',
  seen: [answered({})],
};
const gone: CaseVerdict = { is: 'inconclusive', because: 'connection refused', seen: [unanswered('refused')] };
const notSent: CaseVerdict = { is: 'inconclusive', because: 'connection refused', seen: [] };

function after(...verdicts: readonly CaseVerdict[]): ReturnType<typeof lastCases> {
  const last = lastCases();
  for (const verdict of verdicts) last.note(verdict);
  return last;
}

describe('a run of fuzz', () => {
  it.each([
    ['ends with answers', [gone, gone, gone, passed]],
    ['ends with answers that cannot be judged', [passed, tooLong, tooLong, tooLong, tooLong]],
    ['ends with two connections that were lost', [passed, gone, gone]],
  ])('is whole where it %s', (_, verdicts) => {
    expect(after(...verdicts).cutBy('runs', verdicts.length)).toBeUndefined();
  });
  it.each(['runs', 'time', 'nothing left to judge'] as const)('is cut where the last answered nothing: %s', (ended) => {
    const because = 'the last 4 of 5 cases could not be judged: connection refused';
    expect(after(passed, tooLong, gone, gone, notSent).cutBy(ended, 5)).toBe(because);
  });
  it('is whole where nothing was sent as its credits were used up', () => {
    expect(after(passed, notSent, notSent, notSent).cutBy('credits', 4)).toBeUndefined();
  });
  it('is hopeless, and cut, where so many in a row could not be judged, answered or not', () => {
    const all = Array.from({ length: 60 }, () => tooLong);
    expect([after(...all.slice(1)).isHopeless(), after(...all).isHopeless()]).toEqual([false, true]);
    expect(after(...all).cutBy('nothing left to judge', 60)).toContain('the document sets no maximum size (8.2)');
  });
});
