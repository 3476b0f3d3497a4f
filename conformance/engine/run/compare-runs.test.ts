import { describe, expect, it } from 'vitest';
import { compareRuns } from './compare-runs.ts';
import { findingWith as sampleFinding } from './sample-finding.testing.ts';
import type { Finding, Run, Verdict } from '../../model/run.ts';

const found = (check: string, is: Verdict['is'], parts: Partial<Finding> = {}): Finding =>
  sampleFinding(is, { check, ...parts });

const none = { pass: 0, fail: 0, inconclusive: 0, notApplicable: 0 } as const;

function runOf(findings: readonly Finding[], parts: Partial<Run> = {}): Run {
  return {
    schema: 'assay.run/1',
    command: 'check',
    tool: { name: 'assay', version: '0.1.0' },
    document: { title: 'interface', sha256: 'ab'.repeat(32) },
    target: 'http://127.0.0.1:1',
    embedded: false,
    strict: false,
    seed: 1,
    startedAt: '2026-11-21T05:00:00.000Z',
    endedAt: '2026-11-21T05:00:01.000Z',
    plan: { checks: [], atMost: { chats: 0, speeches: 0, credits: 0 } },
    complete: true,
    spend: { chats: 0, speeches: 0, credits: 0 },
    counts: none,
    countsByLevel: { MUST: none, HTTP: none, SHOULD: none },
    exitCode: 0,
    observations: [],
    causes: [],
    findings,
    ...parts,
  };
}

const one = (before: Finding | undefined, now: Finding | undefined, parts: Partial<Run> = {}) =>
  compareRuns(runOf(before ? [before] : []), runOf(now ? [now] : [], parts));
const should = { level: 'SHOULD' } as const;
const http = { level: 'HTTP' } as const;
const known = { knownFailure: { is: 'known', reason: 'r', expires: '2026-12-31' } } as const;

describe('two runs of checks', () => {
  it.each([
    ['a new failure', found('a', 'pass'), found('a', 'fail'), 'newFailure', 1],
    ['a failure of what was open', found('a', 'inconclusive'), found('a', 'fail'), 'newFailure', 1],
    ['a failure of a new check', undefined, found('a', 'fail'), 'newFailure', 1],
    ['a new failure of a SHOULD', found('a', 'pass', should), found('a', 'fail', should), 'newFailure', 0],
    ['a new failure that is known', found('a', 'pass'), found('a', 'fail', known), 'newFailure', 0],
    ['one that is fixed', found('a', 'fail'), found('a', 'pass'), 'fixed', 0],
    ['a pass that is open now', found('a', 'pass'), found('a', 'inconclusive'), 'changed', 2],
    ['a failure that is open now', found('a', 'fail'), found('a', 'inconclusive'), 'changed', 2],
    ['a pass that does not apply now', found('a', 'pass'), found('a', 'notApplicable'), 'changed', 2],
    ['what was open and passes', found('a', 'inconclusive'), found('a', 'pass'), 'changed', 0],
    ['a SHOULD that is open now', found('a', 'pass', should), found('a', 'inconclusive', should), 'changed', 0],
    ['a check that vanished', found('a', 'pass'), undefined, 'vanished', 2],
    ['an open check that vanished', found('a', 'inconclusive'), undefined, 'vanished', 0],
    ['a new check that passes', undefined, found('a', 'pass'), 'new', 0],
  ] as const)('%s', (_, before, now, is, exitCode) => {
    const comparison = one(before, now);
    expect(comparison).toMatchObject({ changes: [{ is, check: 'a' }], unchanged: 0, exitCode });
  });

  it('keep the calls of a sequence that shows a failure, and none of what is an example of many answers', () => {
    const mismatch = { subject: 'status', expected: '402', observed: '200', exchange: 'a#2' };
    const shownBy = (exchanges: readonly string[], more: Partial<Finding['mismatches'][number]> = {}) => {
      const now = found('a', 'fail', { exchanges: [...exchanges], mismatches: [{ ...mismatch, ...more }] });
      return one(found('a', 'pass'), now).changes[0]?.shownByB?.exchanges;
    };
    expect(shownBy(['a#1', 'a#2'])).toEqual(['a#1', 'a#2']);
    expect(shownBy(['a#2'])).toBeUndefined();
    expect(shownBy(['a#1', 'a#2'], { answers: { wrong: 2, judged: 3 } })).toBeUndefined();
  });
  it('name for new failures of one cause the one that shows it best, and tell a known one by itself', () => {
    const before = ['a', 'b', 'c', 'd', 'e'].map((check) => found(check, check === 'd' ? 'fail' : 'pass'));
    const now = ['a', 'b', 'c', 'd', 'e'].map((check) => found(check, 'fail', check === 'e' ? known : {}));
    const causes = [{ title: 'why', checks: ['e', 'd', 'c', 'a'], likely: [] }];
    const { changes } = compareRuns(runOf(before), runOf(now, { causes }));
    expect(changes.map(({ check, failsWith }) => [check, failsWith])).toEqual([
      ['a', 'c'],
      ['b', undefined],
      ['c', undefined],
      ['e', undefined],
    ]);
  });

  it('that judged alike have no change, whatever the reason', () => {
    const again = found('a', 'fail', { verdict: { is: 'fail', because: 'another' } });
    expect(one(found('a', 'fail'), again)).toMatchObject({ changes: [], unchanged: 1, exitCode: 0 });
  });

  it('count a SHOULD where B is strict', () => {
    expect(one(found('a', 'pass', should), found('a', 'fail', should), { strict: true }).exitCode).toBe(1);
    expect(one(found('a', 'pass', should), found('a', 'inconclusive', should), { strict: true }).exitCode).toBe(0);
  });

  it.each([
    [false, 0, 0],
    ['http', 1, 2],
    [true, 1, 2],
  ] as const)('count an HTTP obligation as B does, strict %s', (strict, failed, open) => {
    expect(one(found('a', 'pass', http), found('a', 'fail', http), { strict }).exitCode).toBe(failed);
    expect(one(found('a', 'pass', http), found('a', 'inconclusive', http), { strict }).exitCode).toBe(open);
    expect(one(found('a', 'pass', should), found('a', 'fail', should), { strict: 'http' }).exitCode).toBe(0);
  });

  it('tell another document, version, seed and target, and refuse nothing of it', () => {
    const other = { document: { title: 'interface', sha256: 'cd'.repeat(32) }, target: 'http://127.0.0.1:2', seed: 2 };
    const { told, exitCode } = one(found('a', 'pass'), found('a', 'pass'), {
      ...other,
      tool: { name: 'assay', version: '0.2.0' },
    });
    expect(told.map(({ what }) => what)).toEqual(['target', 'document', 'version of assay', 'seed']);
    expect(exitCode).toBe(0);
  });

  it('tell observations that changed', () => {
    const seen = (value: string): Partial<Run> => ({ observations: [{ id: 'o', clause: '2.5', says: 's', value }] });
    const { observations, exitCode } = compareRuns(runOf([], seen('mp3')), runOf([], seen('wav')));
    expect(observations).toEqual([{ id: 'o', clause: '2.5', says: 's', was: 'mp3', now: 'wav' }]);
    expect(exitCode).toBe(0);
  });
});
