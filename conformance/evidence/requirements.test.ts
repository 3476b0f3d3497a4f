import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Check } from '../model/check.ts';
import { asInSet, readingOf, scoredBy, setOf, setProblem, setText } from './requirements.ts';

const document = { title: 'The interface', sha256: 'ab'.repeat(32) };
const asks = (id: string, level: 'MUST' | 'SHOULD' = 'MUST', title = `It has ${id}`) => ({ id, level, title });
const set = setOf([asks('a'), asks('b', 'SHOULD'), asks('gone')], { release: '1.0.0', document });
const sets = [{ set, sha256: 'cd'.repeat(32) }];
const claims = {
  requirements: { release: '1.0.0', sha256: 'cd'.repeat(32) },
  tool: { name: 'assay', version: '1.0.0' } as const,
  document,
};

describe('a requirement set', () => {
  it('has one spelling, a requirement a line, and reads back as it was', () => {
    const level = fc.constantFrom('MUST', 'HTTP', 'SHOULD');
    const all = fc.array(fc.record({ id: fc.string(), level, title: fc.string() }), { minLength: 1 });
    fc.assert(
      fc.property(all, (requirements) => {
        const text = setText(setOf(requirements, { release: '1.0.0', document }));
        expect(JSON.parse(text)).toEqual({ schema: 'assay.requirements/1', release: '1.0.0', document, requirements });
        expect(text.split('\n')).toHaveLength(requirements.length + 3);
      }),
    );
  });
  it('gives checks the level and the title that they had, and leaves those that came later', () => {
    const now = [asks('a', 'SHOULD', 'It may have a'), asks('b', 'MUST'), asks('c')] as unknown as readonly Check[];
    expect(asInSet(now, set)).toEqual([asks('a'), asks('b', 'SHOULD'), asks('c')]);
    expect(scoredBy(now, set).map(({ id }) => id)).toEqual(['a', 'b']);
    expect([asInSet(now, undefined), scoredBy(now, undefined)]).toEqual([now, now]);
  });
  it('is told apart from what this build asks: later checks, other levels, and what it lacks', () => {
    const now = [asks('a'), asks('b', 'MUST'), asks('c')];
    expect(readingOf(set, now, new Set(['a', 'b', 'gone']))).toEqual({
      notScored: ['c'],
      levelChanged: [{ check: 'b', was: 'SHOULD', is: 'MUST' }],
      withdrawn: ['gone'],
    });
    expect(readingOf(set, now, new Set(['a'])).levelChanged).toEqual([]);
  });
});

describe('a certificate names its requirement set', () => {
  it('which this build has, whatever its own version is', () => {
    expect(setProblem(sets, claims, '1.0.0')).toBeUndefined();
    expect(setProblem(sets, claims, '2.0.0')).toBeUndefined();
  });
  it('that another build may have, and none of the same version', () => {
    const other = { ...claims, requirements: { release: '1.0.0', sha256: 'ee'.repeat(32) } };
    expect(setProblem(sets, other, '2.0.0')).toMatchObject({
      code: 2,
      says: expect.stringMatching(
        /^it names the requirement set 1\.0\.0 \(sha256 eeeeeeeeeeee…\), which assay 2\.0\.0/,
      ) as string,
    });
    expect(setProblem(sets, other, '1.0.0')?.code).toBe(1);
  });
  it.each([
    [
      'another release',
      { tool: { name: 'assay', version: '1.1.0' } },
      'which is that of assay 1.0.0, and not of 1.1.0',
    ],
    [
      'another release by its name',
      { requirements: { ...claims.requirements, release: '1.1.0' } },
      'it names the requirement set 1.1.0 (sha256 cdcdcdcdcdcd…), which is that of assay 1.0.0',
    ],
    ['another document', { document: { ...document, sha256: 'ff' } }, 'which is about another version of the document'],
  ] as const)('and not that of %s', (_, changes, says) => {
    const problem = setProblem(sets, { ...claims, ...changes }, '2.0.0');
    expect(problem?.code).toBe(1);
    expect(problem?.says).toContain(says);
  });
});
