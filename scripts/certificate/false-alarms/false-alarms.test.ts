import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JudgedService } from '../../../conformance/contract/formats/false-alarms.ts';
import { combinations, variants } from '../../../fixtures/index.ts';
import { checksDigest, requirementSetOf, requirementSets } from '../../package/requirement-sets.ts';
import { version } from '../../package/version.ts';
import { schemaErrors } from '../../testing/schemas.testing.ts';
import { emptyFolder } from '../../testing/run-assay.testing.ts';
import { falseAlarms, riskOf, riskOfThisBuild } from './risk.ts';
import { validServices } from './services.ts';

const at = '2026-11-26T03:00:00.000Z';
const by = { release: '0.1.0', checks: 'those-of-this-build' };
const should = { check: 'a.b/untidy', level: 'SHOULD' } as const;
const must = { check: 'a.b/broken', level: 'MUST' } as const;
const http = { check: 'a.b/rare', level: 'HTTP' } as const;

function judged(...failed: JudgedService['failed']): JudgedService {
  return { service: 'one', at, by, failed };
}

function risk(...services: readonly JudgedService[]): ReturnType<typeof riskOf> {
  return riskOf({ schema: 'assay.false-alarms/1', services }, by.checks);
}

describe('what was said of the valid services', () => {
  it('is of every one that there is, once: else npm run false-alarms -- rest', () => {
    const { services } = falseAlarms();
    expect(services.map(({ service }) => service)).toEqual(Object.keys(validServices));
    expect(services).toHaveLength(1 + Object.keys(variants).length + Object.keys(combinations).length + 3);
  });
  it('has the published form', () => {
    expect(schemaErrors('false-alarms', falseAlarms())).toEqual([]);
  });
  it('names checks and levels of the requirements by which it was judged, where this build has those still', () => {
    const sets = new Map(requirementSets().map(({ set }) => [checksDigest(set), set.requirements]));
    const unknown = falseAlarms().services.flatMap(({ by: { checks }, failed }) => {
      const asked = sets.get(checks);
      return failed.filter(
        ({ check, level }) => asked?.some((each) => each.id === check && each.level === level) === false,
      );
    });
    expect(unknown).toEqual([]);
  });
  it('says how many were judged by other requirements than those of this build', () => {
    const checks = checksDigest(requirementSetOf(version).set);
    const other = falseAlarms().services.filter((each) => each.by.checks !== checks);
    expect(riskOfThisBuild().earlier).toBe(other.length);
    expect(risk(judged(), { ...judged(), by: { release: '0.0.9', checks: 'others' } })).toMatchObject({
      earlier: 1,
      releases: ['0.1.0', '0.0.9'],
    });
  });
});

describe('the digest of what a release asks for', () => {
  const { set } = requirementSetOf(version);
  const [first, ...rest] = set.requirements;
  if (first === undefined) throw new Error('no requirements');
  it('stays under another title and in another order', () => {
    const reworded = { ...set, requirements: [...rest, { ...first, title: 'in other words' }] };
    expect(checksDigest(reworded)).toBe(checksDigest(set));
  });
  it('changes with a level, with an id, and with a check that came or went', () => {
    const others = [
      [...rest, { ...first, level: first.level === 'MUST' ? 'SHOULD' : 'MUST' } as const],
      [...rest, { ...first, id: `${first.id}-too` }],
      [...rest, first, { ...first, id: `${first.id}-too` }],
      rest,
    ].map((requirements) => checksDigest({ ...set, requirements }));
    expect(new Set([checksDigest(set), ...others]).size).toBe(others.length + 1);
  });
});

type Ran = Pick<SpawnSyncReturns<string>, 'status' | 'stdout' | 'stderr'> & { readonly written: readonly string[] };

describe('npm run false-alarms -- --check', () => {
  const run = (...args: readonly string[]): Ran => {
    const cwd = emptyFolder();
    const script = join(import.meta.dirname, 'measure.ts');
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { cwd, encoding: 'utf8' });
    return { status, stdout, stderr, written: readdirSync(cwd) };
  };
  it('judges the services by one check, and writes nothing', () => {
    const names = ['behind-a-proxy', 'reference', 'variant slow'];
    const { stdout, ...rest } = run('--check', 'speech.speed/rejects-above-maximum', ...names);
    expect(rest).toEqual({ status: 0, stderr: '', written: [] });
    // Several at once, each told as soon as it was judged.
    expect(stdout.trim().split('\n').toSorted()).toEqual([
      '✓ the reference service',
      '✓ variant behind-a-proxy',
      '✓ variant slow',
      '✓ variant slow-to-think',
    ]);
  });
  it('ends 3 where there is no such check', () => {
    expect(run('--check', 'speech.sped')).toMatchObject({
      status: 3,
      stderr: 'false-alarms: there is no check speech.sped; npx assay list shows them\n',
    });
  });
  it('ends 3 where there is no such service, also beside one that there is', () => {
    expect(run('--check', 'voices.list/*', 'reference', 'behind-a-proxi')).toMatchObject({
      status: 3,
      stdout: '',
      stderr: expect.stringMatching(/^false-alarms: no valid service is named behind-a-proxi; there are: /) as string,
    });
  });
});

describe('the risk of a false alarm', () => {
  it('is a MUST or an HTTP check that fails, and no SHOULD', () => {
    expect(risk(judged(should), judged(), judged())).toMatchObject({ services: 3, accused: 0, shouldOnly: 1 });
    expect(risk(judged(should, http), judged(must, must), judged(should))).toMatchObject({ accused: 2, shouldOnly: 1 });
  });
  it('leaves out what came to no verdict, and says of how many that was, and of how many it is known', () => {
    const open = (inconclusive: number): JudgedService => ({ ...judged(), inconclusive });
    expect(risk(open(4), open(0), judged(must))).toMatchObject({ accused: 1, inconclusive: { services: 1, of: 2 } });
  });
  it('has an exact upper bound, which grows with those that are accused', () => {
    const rest = Array.from({ length: 99 }, () => judged());
    const none = risk(judged(), ...rest);
    expect(none.atMost).toBeCloseTo(1 - 0.05 ** (1 / 100), 9);
    expect(risk(judged(must), ...rest).atMost).toBeGreaterThan(none.atMost + 0.01);
  });
  it('tells when the last of them was judged', () => {
    const last = '2026-11-27T00:00:00.000Z';
    expect(risk(judged(), { ...judged(), at: last }, judged()).at).toBe(last);
  });
});
