import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Build } from '../../conformance/evidence/examine.ts';
import type { Check } from '../../conformance/model/check.ts';
import {
  changeLines,
  withClaims,
  copyOf,
  newKeys,
  publicBundle,
  publicKeyIn,
  signAgain,
  type KeyFiles,
} from './certificates.testing.ts';
import { thisBuild, verifyBundle, type Verification } from './verify-bundle.ts';

let keys: KeyFiles;
let bundle: string;
beforeAll(async () => {
  keys = await newKeys();
  bundle = await publicBundle(keys);
});

const [lowered, later] = ['voices.list/needs-no-token', 'voices.list/says-its-languages'];

/** The release after this one: a check more, one with another level, and all of them in other words. */
function nextBuild(): Build {
  const build = thisBuild();
  const checks = build.checks.map((check): Check => {
    const level = check.id === lowered ? 'SHOULD' : check.level;
    return { ...check, level, title: `As of now: ${check.title}` };
  });
  const first = build.checks.find(({ id }) => id === lowered) as Check;
  return { ...build, version: '9.9.9', checks: [...checks, { ...first, id: later }] };
}

const verifiedLater = (path: string, build = nextBuild()): Promise<Verification> =>
  verifyBundle(path, publicKeyIn(keys), new Date(), { build });

describe('a certificate of an earlier release', () => {
  it('is read by the requirement set that it names: later checks are not scored, changed levels are said', async () => {
    const { problems, requirements, basis = [] } = await verifiedLater(bundle);
    expect(problems).toEqual([]);
    expect(requirements).toEqual({
      notScored: [later],
      levelChanged: [{ check: lowered, was: 'MUST', is: 'SHOULD' }],
      withdrawn: [],
    });
    const says = new Map(basis.map((each) => [each.what, each.says]));
    expect(says.get('not scored')).toBe(`1 checks came after assay 0.1.0: ${later}`);
    expect(says.get('other levels')).toContain(`${lowered} (MUST, now SHOULD)`);
    expect(says.has('wording')).toBe(true);
  });
  it('cannot be read without that set, and is not taken for one of this build', async () => {
    const { problems, basis } = await verifiedLater(bundle, { ...nextBuild(), sets: [] });
    expect(problems.map(({ code }) => code)).toContain(2);
    expect(problems.map(({ says }) => says).join('\n')).toMatch(
      /it names the requirement set 0\.1\.0 \(sha256 [0-9a-f]{12}…\), which assay 9\.9\.9 does not have/,
    );
    expect(basis).toBeUndefined();
  });
  it('is refused all the same where an exchange shows a failure', async () => {
    const copy = copyOf(bundle);
    changeLines(copy, 'exchanges.ndjson', '"id":"list voices as none#1"', (line) =>
      line.replace('"status":200', '"status":401'),
    );
    await signAgain(copy, keys);
    const { problems } = await verifiedLater(copy);
    expect(problems[0]).toMatchObject({
      code: 1,
      says: expect.stringMatching(/^voices\.list\/needs-no-token: stored as pass; judged again: fail/) as string,
    });
  });
  it('is refused where it judged by levels of its own, which only a modified judge has', async () => {
    const copy = copyOf(bundle);
    changeLines(copy, 'findings.ndjson', `"check":"${lowered}"`, (line) =>
      line.replace('"level":"MUST"', '"level":"SHOULD"'),
    );
    const run = JSON.parse(readFileSync(join(copy, 'run.json'), 'utf8')) as { countsByLevel: object };
    expect(run.countsByLevel).toHaveProperty('MUST');
    const requirements = { release: '0.1.0', sha256: 'ab'.repeat(32) };
    await signAgain(copy, keys, (statement) => withClaims(statement, { requirements }));
    const { problems } = await verifyBundle(copy, publicKeyIn(keys), new Date());
    expect(problems.filter(({ code }) => code === 1).map(({ says }) => says)).toEqual([
      expect.stringMatching(
        /^it names the requirement set 0\.1\.0 \(sha256 abababababab…\), which assay 0\.1\.0 does not/,
      ),
      `${lowered}: its stored finding differs in wording from the one judged again`,
    ]);
  });
});
