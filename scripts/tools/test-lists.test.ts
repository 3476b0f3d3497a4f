import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { onlyInDeep, onlyInFull, quickLongest, type TestList } from './test-lists.ts';

/** The test files that git knows or would take; the checks as a suite against a target are none of ours. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && file !== 'conformance/target.test.ts' && existsSync(file));

function taken(list: TestList): readonly string[] {
  const args = ['list', '--project', 'self', '--filesOnly'];
  const { stdout } = spawnSync('vitest', args, {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', ASSAY_TESTS: list },
  });
  return stdout.split('\n').flatMap((line) => (line.startsWith('[self] ') ? [line.slice('[self] '.length)] : []));
}

describe('the lists of tests', () => {
  it('are together all test files, and none is in two', () => {
    const [quick, rest, deep] = [taken('quick'), taken('rest'), taken('deep')];
    expect([...quick, ...rest, ...deep].toSorted()).toEqual(files.toSorted());
    expect(rest.toSorted()).toEqual(onlyInFull.toSorted());
    expect(deep.toSorted()).toEqual(onlyInDeep.toSorted());
  });
  it('have all in the full list but what is deep', () => {
    expect(taken('full').toSorted()).toEqual(files.filter((file) => !onlyInDeep.includes(file)).toSorted());
  });
  it.each([
    ['the matrix', 'conformance/matrix-sample'],
    ['variants', 'conformance/variants-sample'],
    ['the real k6', 'load/runner/run-scenario'],
    ['a real browser', 'reports/html/script/page-script'],
    ['the packed tarball', 'scripts/tools/pack'],
  ])('keep %s in npm test', (_, file) => {
    expect(files).toContain(`${file}.test.ts`);
    expect([...onlyInFull, ...onlyInDeep]).not.toContain(`${file}.test.ts`);
  });
  it.each([
    ['each fault found by the check that names it', 'conformance/matrix'],
    ['each variant accused of nothing', 'conformance/variants'],
    ['each command without a secret in what it writes', 'scripts/testing/planted-secrets'],
    ['each command that a document shows', 'scripts/tools/readme'],
  ])('keep %s where each merge runs it', (_, file) => {
    expect(onlyInFull).toContain(`${file}.test.ts`);
  });
  it('begin with what there is', () => {
    const others = [...onlyInFull, ...onlyInDeep];
    expect(quickLongest.filter((file) => !files.includes(file) || others.includes(file))).toEqual([]);
  });
  it('are not run for a list that there is not', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'test.ts'), 'all'], {
      cwd: emptyFolder(),
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 3, stderr: 'test: all is none of quick, rest, full, deep\n' });
  });
});
