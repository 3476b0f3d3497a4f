import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Claims, LoadBound } from '../../conformance/contract/formats/certificate.ts';
import type { Statement } from '../../conformance/evidence/statement.ts';
import { assay, emptyFolder, serve } from '../testing/run-assay.testing.ts';
import { withClaims, newKeys, statementIn } from './certificates.testing.ts';
import { forgeBundle } from './forged.testing.ts';

const policy = join(import.meta.dirname, '..', '..', 'examples', 'policy', 'certificate.rego');
/** What the module of Open Policy Agent asks for. */
const leastGo = 26;
const [, minor = '0'] = /go1\.(\d+)/.exec(spawnSync('go', ['version'], { encoding: 'utf8' }).stdout ?? '') ?? [];
const hasGo = Number(minor) >= leastGo;
if (!hasGo) console.warn(`SKIPPED: the policy for Open Policy Agent, as Go 1.${leastGo} is not installed.`);

type Decision = { readonly allow: boolean; readonly deny: readonly string[] };

/** What Open Policy Agent decides of each statement. */
function decisions(opa: string, wanted: unknown, ...inputs: readonly unknown[]): readonly Decision[] {
  return JSON.parse(
    execFileSync(opa, [policy, JSON.stringify({ wanted })], { input: JSON.stringify(inputs), encoding: 'utf8' }),
  ) as readonly Decision[];
}

const met: LoadBound = {
  metric: 'ttft.p95',
  comparator: '<',
  threshold: '500',
  unit: 'ms',
  is: 'met',
  sampleSize: 2_000,
};
const withBound = (bound: Partial<LoadBound>): Partial<Claims> => ({
  load: { scenario: 'stream', startedAt: '2026-11-24T03:00:00.000Z', bounds: [{ ...met, ...bound }] },
});
const MUST = { pass: 7, fail: 0, inconclusive: 0, notApplicable: 0 };
const none = { pass: 0, fail: 0, inconclusive: 0, notApplicable: 0 };

describe.skipIf(!hasGo)('the example policy for Open Policy Agent', { timeout: 60_000 }, () => {
  let opa: string;
  let statement: Statement;
  let wanted: Readonly<Record<string, unknown>>;
  beforeAll(async () => {
    opa = join(emptyFolder(), 'opa');
    execFileSync('go', ['build', '-o', opa, '.'], { cwd: join(import.meta.dirname, 'opa'), stdio: 'pipe' });
    const [service, out, keys] = [await serve(), emptyFolder(), await newKeys()];
    await assay(['check', '--target', service.url, '--profile', 'public', '--out', out]);
    await service.stop();
    statement = statementIn(await forgeBundle(out, keys, { profile: 'public' }));
    wanted = { target: service.url, profile: 'public', knownFailures: 0 };
  }, 900_000);

  const denied = (claims: object, more: object = {}): readonly string[] => {
    const [decision] = decisions(opa, { ...wanted, ...more }, withClaims(statement, claims));
    expect(decision?.allow).toBe(decision?.deny.length === 0);
    return decision?.deny ?? [];
  };

  it('admits a service by a certificate as it is made', () => {
    expect(denied({})).toEqual([]);
  });

  it.each([
    ['of the reference service', { embedded: true }, 'it is about the reference service, for tests only'],
    ['of another service', { target: 'http://other.example' }, 'it is not about the wanted service'],
    ['of another profile', { profile: 'free' }, 'it is not of the wanted profile'],
    [
      'that has expired',
      { validity: { notBefore: '2020-01-01T00:00:00Z', notAfter: '2020-01-02T00:00:00Z' } },
      'it is not valid now',
    ],
    [
      'that is not valid yet',
      { validity: { notBefore: '2098-01-01T00:00:00Z', notAfter: '2099-01-01T00:00:00Z' } },
      'it is not valid now',
    ],
    [
      'with a known failure',
      { knownFailures: [{ check: 'a.b/c', reason: 'so', expires: '2099-01-01' }] },
      'it accepts more known failures than are wanted',
    ],
    [
      'with a MUST that came to no verdict',
      { countsByLevel: { MUST: { ...MUST, inconclusive: 2 }, HTTP: none, SHOULD: none } },
      'a MUST in it was not judged',
    ],
    [
      'with a MUST that does not apply',
      { countsByLevel: { MUST: { ...MUST, notApplicable: 1 }, HTTP: none, SHOULD: none } },
      'a MUST in it was not judged',
    ],
    ['of a judge that missed a fault', { selfTest: { faults: 9, found: 8 } }, 'its self-test missed a fault'],
  ] as const)('refuses one %s', (_, claims, says) => {
    expect(denied(claims)).toEqual([says]);
  });

  it.each([
    ['was met', {}, true],
    ['was met at the limit', { threshold: '800', comparator: '<=' }, true],
    ['was met, and is too wide', { threshold: '900' }, false],
    ['was met by too few requests', { sampleSize: 999 }, false],
    ['was violated', { is: 'violated' }, false],
    ['is inconclusive', { is: 'inconclusive' }, false],
    ['is of another metric', { metric: 'ttft.p50' }, false],
  ] as const)('takes a bound of a load run that %s for what it is', (_, bound, isKept) => {
    const load = { 'ttft.p95': { atMostMs: 800, sampleSize: 1_000 } };
    const says = 'ttft.p95 under load is not shown to stay within 800 ms';
    expect(denied(withBound(bound), { load })).toEqual(isKept ? [] : [says]);
    expect(denied({}, { load })).toEqual([says]);
  });

  it('refuses what is no certificate, and everything where it is not told what is asked', () => {
    const others = [{}, null, [], 'x', { ...statement, predicateType: 'https://slsa.dev/provenance/v1' }];
    const all = [...decisions(opa, wanted, ...others), ...decisions(opa, {}, statement)];
    expect(all.map(({ allow }) => allow)).toEqual(all.map(() => false));
    expect(all.at(-2)?.deny).toEqual(['it is no certificate of assay']);
    expect(all.at(-1)?.deny).toEqual(
      [
        'it is not about the wanted service',
        'it is not of the wanted profile',
        'it accepts more known failures than are wanted',
      ].toSorted(),
    );
  });

  it.each(['schema', 'embedded', 'target', 'profile', 'validity', 'knownFailures', 'countsByLevel', 'selfTest'])(
    'refuses one without its %s, which then shows nothing',
    (name) => {
      expect(denied({ [name]: undefined })).toHaveLength(1);
    },
  );
});
