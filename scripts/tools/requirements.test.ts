import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { everyCheck } from '../../conformance/every.ts';
import { setOf, setText } from '../../conformance/evidence/requirements.ts';
import { readDocument } from '../package/document.ts';
import { requirementSetOf, requirementSets } from '../package/requirement-sets.ts';
import { version } from '../package/version.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';
import { refusalToFreeze } from './frozen-release.ts';

const folder = 'conformance/contract/requirements';

describe('the requirement sets', () => {
  it('have all checks of this version', () => {
    const file = `${folder}/${version}.json`;
    const wanted = setText(setOf(everyCheck, { release: version, document: readDocument() })).split('\n');
    const written = readFileSync(file, 'utf8').split('\n');
    const without = (lines: readonly string[], others: readonly string[]): readonly string[] => {
      const known = new Set(others);
      return lines.filter((line) => !known.has(line));
    };
    const advice = `${file} is not that of the checks: npm run requirements writes it anew`;
    const differences = { lacks: without(wanted, written), hasBesides: without(written, wanted) };
    expect(differences, advice).toEqual({ lacks: [], hasBesides: [] });
    expect(written.join() === wanted.join(), `${advice}, in the order of the checks`).toBe(true);
  });
  it('are each of the release of its name, in the published form and the one spelling', () => {
    const names = readdirSync(folder).toSorted();
    const sets = requirementSets();
    expect(sets.map(({ set }) => `${set.release}.json`)).toEqual(names);
    expect(sets.flatMap(({ set }) => schemaErrors('requirements', set))).toEqual([]);
    expect(sets.map(({ set }) => setText(set))).toEqual(names.map((name) => readFileSync(`${folder}/${name}`, 'utf8')));
    expect(sets).toContainEqual(requirementSetOf(version));
  });
});

describe('a requirement set is written anew', () => {
  const asked = { version: '1.2.0', before: 'a', now: 'b' };
  it('as long as its version is not released, or where nothing changes', () => {
    expect(refusalToFreeze({ ...asked, changelog: '# Changelog\n\n## 1.2.0 (unreleased)\n' })).toBeUndefined();
    expect(refusalToFreeze({ ...asked, changelog: '## 1.2.0\n', now: 'a' })).toBeUndefined();
    expect(refusalToFreeze({ ...asked, changelog: '## 1.2.0\n', before: undefined })).toBeUndefined();
  });
  it('and never after that, whatever else is not released yet', () => {
    const changelog = '## 1.3.0 (unreleased)\n\n## 1.2.0\n';
    expect(refusalToFreeze({ ...asked, changelog })).toMatch(
      /^the requirement set of 1\.2\.0 does not change any more/,
    );
  });
});
