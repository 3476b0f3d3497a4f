import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Basis } from './basis.ts';
import { claimProblem, scoreOf, withScore, type Tried } from './self-test-score.ts';

const tool = { name: 'assay', version: '1.0.0' } as const;
const one = (fault: string, valid: 'pass' | 'inconclusive', ...faulty: readonly ('pass' | 'fail' | 'inconclusive')[]) =>
  ({ fault, checks: faulty.map((is, at) => ({ check: `${fault}/${at}`, valid, faulty: is })) }) satisfies Tried;
const claimed = (faults: number, found = faults, version = '1.0.0') => ({
  tool: { name: 'assay', version } as const,
  selfTest: { faults, found },
});

describe('the score of a self-test', () => {
  it('counts each fault once, as the worst that a check which names it came to', () => {
    const tried = [
      one('seen', 'pass', 'fail', 'fail'),
      one('overlooked', 'pass', 'fail', 'inconclusive', 'pass'),
      one('hangs', 'pass', 'fail', 'inconclusive'),
      one('broken', 'inconclusive', 'fail'),
    ];
    expect(scoreOf(tried, tool, [])).toEqual({
      tool,
      faults: 4,
      found: 1,
      missed: ['overlooked'],
      silent: ['hangs'],
      void: ['broken'],
      accusations: [],
    });
  });
  it('leaves none out, whatever they come to', () => {
    const is = fc.constantFrom('pass', 'fail', 'inconclusive', 'notApplicable');
    const checks = fc.array(fc.record({ check: fc.string(), valid: is, faulty: is }));
    const tried = fc.uniqueArray(fc.record({ fault: fc.string(), checks }), { selector: ({ fault }) => fault });
    fc.assert(
      fc.property(tried, (all) => {
        const { faults, found, missed, silent, void: proving } = scoreOf(all, tool, []);
        expect([faults, found + missed.length + silent.length + proving.length]).toEqual([all.length, all.length]);
        expect(new Set([...missed, ...silent, ...proving]).size).toBe(faults - found);
      }),
    );
  });
});

describe('a claimed score', () => {
  const found = one('seen', 'pass', 'fail');
  const withMissed = scoreOf([found, one('overlooked', 'pass', 'pass')], tool, []);
  const withSilent = scoreOf([found, one('hangs', 'pass', 'inconclusive')], tool, []);
  it('is confirmed by as many found of as many, whichever version made it', () => {
    const score = scoreOf([found], tool, []);
    expect(claimProblem(claimed(1), score)).toBeUndefined();
    expect(claimProblem(claimed(1, 1, '0.9.0'), score)).toBeUndefined();
    expect(claimProblem(claimed(2, 1), withMissed)).toBeUndefined();
  });
  it('is refused where the same version finds fewer, or others', () => {
    expect(claimProblem(claimed(2), withMissed)).toEqual({
      code: 1,
      says: 'its self-test claims 2 of 2 faults, and this build finds 1 of 2 faults: 1 missed, 0 inconclusive, 0 failing without the fault too; missed: overlooked',
    });
    expect(claimProblem(claimed(3), scoreOf([found], tool, []))?.code).toBe(1);
    expect(claimProblem(claimed(1), scoreOf([found], tool, ['a/b']))).toMatchObject({
      code: 1,
      says: expect.stringContaining('; the valid service fails: a/b') as string,
    });
  });
  it('cannot be compared with that of another version that finds fewer', () => {
    const problem = claimProblem(claimed(2, 2, '0.9.0'), withMissed);
    expect(problem?.code).toBe(2);
    expect(problem?.says).toContain('only verify --deep of 0.9.0 can compare them');
  });
  it('is left open where a fault came to no verdict, as on a machine that is too busy', () => {
    const problem = claimProblem(claimed(2), withSilent);
    expect(problem?.code).toBe(2);
    expect(problem?.says).toMatch(/; inconclusive: hangs; .*try again on an idle machine$/);
  });
});

describe('what a certificate rests on, with a score', () => {
  it('has the self-test behind what else was recomputed, and no longer as asserted', () => {
    const row = (basis: Basis['basis'], what: string): Basis => ({ basis, what, says: '' });
    const before = [
      row('attested', 'signature'),
      row('recomputed', 'counts'),
      row('asserted', 'self-test'),
      row('asserted', 'secrets'),
    ];
    const after = withScore(before, scoreOf([one('seen', 'pass', 'fail')], tool, []));
    expect(after.map(({ basis, what }) => `${basis} ${what}`)).toEqual([
      'attested signature',
      'recomputed counts',
      'recomputed self-test',
      'asserted secrets',
    ]);
    expect(after[2]?.says).toBe(
      'this build, assay 1.0.0, finds 1 of 1 faults: 0 missed, 0 inconclusive, 0 failing without the fault too',
    );
  });
});
