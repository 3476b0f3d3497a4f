import { describe, expect, it } from 'vitest';
import type { Run } from '../model/run.ts';
import { basisOf, withStatusRow } from './basis.ts';
import type { Claims } from './statement.ts';

type Verified = Parameters<typeof basisOf>[0];

const judged = (check: string, is: string) => ({ check, verdict: { is } });
const run = {
  seed: 7,
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:01:00.000Z',
  findings: [judged('a', 'pass'), judged('b', 'notApplicable'), judged('c', 'inconclusive')],
  countsByLevel: { HTTP: { fail: 2 }, SHOULD: { fail: 0 } },
} as unknown as Run;
const claims = {
  target: 'https://speech.example',
  profile: 'speech',
  tool: { name: 'assay', version: '1.0.0' },
  requirements: { release: '1.0.0', sha256: 'ef'.repeat(32) },
  strict: false,
  judgedAt: '2026-01-01T00:01:00.000Z',
  knownFailures: [],
  selfTest: { found: 3, faults: 3 },
} as unknown as Claims;
const verified: Verified = {
  claims,
  keyId: 'cd',
  run,
  drawn: { exchanges: 9, requests: 4, answers: 2 },
  all: ['a', 'b', 'c', 'd'].map((id) => ({ id })),
  isOwnChallenge: false,
  reading: { notScored: [], levelChanged: [], withdrawn: [] },
  version: '1.0.0',
};
const shown = (changes: Partial<Verified> = {}): readonly string[] =>
  basisOf({ ...verified, ...changes }).map(({ basis, what }) => `${basis} ${what}`);

describe('what a certificate rests on', () => {
  it('is told part by part, and what it says nothing of', () => {
    expect(shown()).toEqual([
      'attested signature',
      'recomputed findings',
      'recomputed requests',
      'recomputed counts',
      'recomputed requirements',
      'asserted exchanges',
      'asserted self-test',
      'asserted secrets',
      'asserted plan',
      'notCovered other checks',
      'notCovered not applicable',
      'notCovered inconclusive',
      'notCovered HTTP',
      'notCovered SHOULD',
      'notCovered load',
      'notCovered other clients',
      'notCovered status',
    ]);
  });
  it('says what the conditions of the run leave open', () => {
    const given = {
      credentials: [],
      headers: ['X-Lab-Mode'],
      bot: 'b-1',
      timeoutMs: 600_000,
      proxy: 'proxy.example:3128',
    } as const;
    const rows = basisOf({ ...verified, run: { ...run, given } });
    const says = new Map(rows.map((each) => [each.what, each.says]));
    expect(says.get('other clients')).toContain('each request says that it is of assay');
    expect(says.get('headers')).toBe('requests without X-Lab-Mode, which every request carried');
    expect(says.get('other bots')).toBe('bots other than b-1, which the signer named');
    expect(says.get('patience')).toBe('clients that wait for an answer less than 600 s, as long as this run did');
    expect(says.get('proxy')).toContain('proxy.example:3128');
    expect(shown({ run: { ...run, given: { ...given, headers: ['user-agent'] } } })).not.toContain(
      'notCovered other clients',
    );
  });
  it('says what can be counted', () => {
    const says = new Map(basisOf(verified).map((each) => [each.what, each.says]));
    expect(says.get('findings')).toBe('3 verdicts, from 9 recorded exchanges');
    expect(says.get('other checks')).toBe('the profile speech leaves out 1 of the 4 checks of this build');
    expect(says.get('HTTP')).toBe('its failures are counted and prevent no certificate: 2 here');
    expect(says.get('exchanges')).toContain('https://speech.example gave these answers');
  });
  it('tells what came after it was judged, and what has another level by now', () => {
    const reading = {
      notScored: ['d'],
      levelChanged: [{ check: 'a', was: 'SHOULD', is: 'MUST' }],
      withdrawn: [],
    } as const;
    const later = basisOf({ ...verified, reading, version: '2.0.0' });
    const says = new Map(later.map((each) => [each.what, each.says]));
    expect(says.get('not scored')).toBe('1 checks came after assay 1.0.0: d');
    expect(says.get('other levels')).toBe('judged at the level that they had in assay 1.0.0: a (SHOULD, now MUST)');
    expect(says.get('wording')).toBe('the words of the findings, causes and observations, as assay 1.0.0 put them');
    expect(says.has('other checks')).toBe(false);
  });
  it.each([
    ['http', ['notCovered HTTP']],
    [true, ['notCovered HTTP', 'notCovered SHOULD']],
  ] as const)('leaves out the levels that --strict %s lets decide', (strict, gone) => {
    const left = shown({ claims: { ...claims, strict } });
    expect(shown().filter((line) => !left.includes(line))).toEqual(gone);
  });
  it('has a challenge as attested only where whoever verifies has given it', () => {
    const challenged = { ...claims, challenge: 'ab'.repeat(32) };
    const ofChallenge = (isOwnChallenge: boolean): readonly string[] =>
      shown({ claims: challenged, isOwnChallenge }).filter((line) => line.endsWith(' challenge'));
    expect(ofChallenge(true)).toEqual(['attested challenge']);
    expect(ofChallenge(false)).toEqual(['asserted challenge']);
  });
  it('tells a load run, and the reasons of known failures', () => {
    const more = {
      ...claims,
      load: { scenario: 'stream', startedAt: run.startedAt },
      knownFailures: [{ check: 'a', reason: 'so', expires: '2027-01-01' }],
    };
    const told = shown({ claims: more });
    expect(told).toEqual(
      expect.arrayContaining(['recomputed load', 'asserted load records', 'asserted known failures']),
    );
    expect(told).not.toContain('notCovered load');
    const says = basisOf({ ...verified, claims: more }).flatMap((row) =>
      row.what.startsWith('load') ? [row.says] : [],
    );
    expect(says.join('; ')).toMatch(
      /its figures but for those that the instrument has of itself.*what its instrument says of itself/s,
    );
    expect(told).toContain('notCovered load bounds');
    const bound = {
      metric: 'ttft.p95',
      comparator: '<',
      threshold: '800',
      unit: 'ms',
      is: 'met',
      sampleSize: 9,
    } as const;
    const bounded = { ...more, load: { ...more.load, bounds: [bound] } };
    expect(shown({ claims: bounded })).not.toContain('notCovered load bounds');
  });
  it('has what a status list says among what is attested, and else as what it says nothing of', () => {
    const says = 'whether it still holds after 2026-01-01T00:01:00.000Z: give a status list (--status)';
    expect(basisOf(verified).at(-1)).toEqual({ basis: 'notCovered', what: 'status', says });
    const [since, issuedAt] = ['2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z'];
    const status = { is: 'active', because: '8 of 8 MUST checks passed again', since, issuedAt, history: [] } as const;
    const rows = withStatusRow(basisOf(verified), status);
    expect(rows.filter(({ what }) => what === 'status')).toEqual([rows[1]]);
    expect(rows[1]).toMatchObject({
      basis: 'attested',
      by: 'whoever signed the status list',
      says: 'it is active since 2026-01-02T00:00:00.000Z: 8 of 8 MUST checks passed again',
    });
  });
  it('says of a timestamped one that nobody asked whether the authority was revoked', () => {
    expect(shown({ claims: { ...claims, opening: 'ab'.repeat(32) } })).toContain('notCovered revocation');
    expect(shown()).not.toContain('notCovered revocation');
  });
});
