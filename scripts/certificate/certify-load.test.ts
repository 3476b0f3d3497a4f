import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditKindOf } from '../../load/plan/audit.ts';
import type { RequestsHeader } from '../../load/records/requests.ts';
import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';
import {
  changeLines,
  withClaims,
  copyOf,
  newKeys,
  problemsOf,
  signAgain,
  statementIn,
  type KeyFiles,
} from './certificates.testing.ts';
import { quietCopy, realLoad } from '../testing/real-load.testing.ts';
import { assay, emptyFolder, serve, type CommandOutput } from '../testing/run-assay.testing.ts';

let keys: KeyFiles;
let service: Awaited<ReturnType<typeof serve>>;
/** A real run, as `load` has left it. */
let real: string;
beforeAll(async () => {
  [keys, service] = await Promise.all([newKeys(), serve()]);
  real = await realLoad(service);
}, 120_000);
afterAll(() => service.stop());

type Given = {
  readonly target?: string;
  readonly lateMs?: number;
  /** All of the run where it is left out. */
  readonly requests?: number;
  readonly audit?: boolean;
  readonly cached?: boolean;
  readonly forgets?: boolean;
  readonly slo?: string;
  /** Every other record stands there twice, in the place of the one behind it. */
  readonly copied?: boolean;
  /** Half of the requests say that they were to be sent only when they were answered. */
  readonly nextStatus?: boolean;
  readonly without?: readonly string[];
};

/**
 * The real run, with its requests sent so late. `cached`: what was said before is answered at once.
 * `forgets`: a bot that says its marks when asked alone leaves them out of every other reply.
 */
async function loadRun(given: Given = {}): Promise<string> {
  const {
    target = service.url,
    lateMs = 1,
    requests = Infinity,
    cached = false,
    forgets = false,
    slo,
    copied,
    nextStatus,
    without,
  } = given;
  const header = JSON.parse(readFileSync(join(real, 'requests.ndjson'), 'utf8').split('\n')[0] ?? '') as RequestsHeader;
  const planned = Math.min(header.settings.planned, requests);
  return quietCopy(real, {
    settings: {
      target,
      planned,
      audit: given.audit ?? true,
      ...(planned === requests && { durationMs: 1_000 + planned * 10, warmupMs: 0 }),
      ...(slo !== undefined && { slo }),
      ...(forgets && { repeats: 'stream-said', saidAlone: { stream: { n: 12, said: 12 } } }),
    },
    ...(without && { without }),
    record: (record) => {
      const isCached = cached && auditKindOf(header.seed, record.index) === 'repeat';
      const judged = forgets ? { judged: 'said', ...(record.index % 2 === 0 && { broke: 'said' }) } : {};
      return {
        ...record,
        sent: record.intended + lateMs,
        end: isCached ? record.intended + 20 + (record.index % 7) : record.end,
        ...(nextStatus === true &&
          record.index % 2 === 0 && { intended: record.intended + 90, sent: record.intended + 91 }),
        ...judged,
      };
    },
    lines: (records) =>
      records
        .filter(({ index }) => index < planned)
        .map((record, at, all) => (copied === true && at % 2 === 1 ? (all[at - 1] ?? record) : record)),
  });
}

/** The same run as one that the only pod of a cluster sent: what it merges into has generators, and no environment. */
async function ofCluster(run: string): Promise<string> {
  const [first = ''] = readFileSync(join(run, 'requests.ndjson'), 'utf8').split('\n', 1);
  const header = { ...(JSON.parse(first) as RequestsHeader), segment: '0:1' };
  const instrument: unknown = JSON.parse(readFileSync(join(run, 'instrument.json'), 'utf8'));
  const each = [{ header, duplicates: 0, instrument }];
  writeFileSync(join(run, 'generators.json'), JSON.stringify({ schema: 'assay.generators/1', each, repeated: [] }));
  rmSync(join(run, 'environment.json'));
  await assay(['report', run]);
  return run;
}

async function certified(load: string): Promise<CommandOutput & { readonly bundle: string }> {
  const out = emptyFolder();
  const means = ['--target', service.url, '--token', service.token];
  const said = await assay([
    'certify',
    ...means,
    '--profile',
    'public',
    '--key',
    keys.key,
    '--load',
    load,
    '--out',
    out,
  ]);
  return { ...said, bundle: join(out, 'bundle') };
}

describe.skipIf(k6IsMissing)('a load run in a certificate', { timeout: 60_000 }, () => {
  it('is named, and its figures are taken from its records anew', async () => {
    const { code, err, bundle } = await certified(await loadRun());
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const files = ['load.json', 'requests.ndjson', 'instrument.json', 'environment.json'];
    expect(readdirSync(bundle)).toEqual(expect.arrayContaining(files));
    const { out } = await assay(['verify', bundle, '--key', keys.pub]);
    expect(out).toContain('load        stream, begun 20');
    expect(out).toContain('✓ Valid certificate');
    expect(out).toMatch(/not covered {5}load time {5} whether the service changed between its load run, begun at 20/);

    await signAgain(bundle, keys, (statement) => withClaims(statement, { load: { scenario: 'soak', startedAt: '' } }));
    expect(await problemsOf(bundle, keys)).toEqual([
      '1: it says otherwise of its load run than load.json: scenario, startedAt',
    ]);
    const { load, ...without } = statementIn(bundle).predicate.assay;
    expect(load).toBeDefined();
    await signAgain(bundle, keys, (statement) => ({
      ...statement,
      predicate: { ...statement.predicate, assay: without },
    }));
    expect(await problemsOf(bundle, keys)).toEqual(['1: its claims about a load run do not match its contents']);
  });

  it('may be one that a cluster sent, which has its generators and no environment', async () => {
    const { code, err, bundle } = await certified(await ofCluster(await loadRun()));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(readdirSync(bundle)).toContain('generators.json');
    expect(readdirSync(bundle)).not.toContain('environment.json');
    expect((await assay(['verify', bundle, '--key', keys.pub])).out).toContain('✓ Valid certificate');
  });

  it('is refused with a reason where its environment cannot be read', async () => {
    const run = await loadRun();
    writeFileSync(join(run, 'environment.json'), '{"assay":');
    const { code, err } = await certified(run);
    expect(code).toBe(3);
    expect(err).toContain('measurement: environment.json cannot be read, so that it is not known what measured');
  });

  it('has its bounds in parts, which nobody can improve afterwards', async () => {
    const { bundle } = await certified(await loadRun({ slo: 'e2e.p50<2s, e2e.p95<1ms' }));
    const { predicate } = statementIn(bundle);
    const parts = { comparator: '<', unit: 'ms', sampleSize: expect.any(Number) as number };
    expect(predicate.assay.load?.bounds).toEqual([
      { metric: 'e2e.p50', threshold: '2000', is: 'met', ...parts },
      { metric: 'e2e.p95', threshold: '1', is: 'violated', ...parts },
    ]);
    expect(predicate).toMatchObject({ result: 'WARNED', warnedTests: ['load/e2e.p95<1ms'] });
    const { out } = await assay(['verify', bundle, '--key', keys.pub]);
    expect(out).toContain('; e2e.p95 < 1 ms: violated; e2e.p50 < 2000 ms: met');
    const { load } = predicate.assay;
    const bounds = load?.bounds?.map((bound) => ({ ...bound, is: 'met' }));
    await signAgain(bundle, keys, (statement) => withClaims(statement, { load: { ...load, bounds } }));
    expect(await problemsOf(bundle, keys)).toContain('1: it says otherwise of its load run than load.json: bounds');
    const { bounds: _, ...silent } = load ?? {};
    await signAgain(bundle, keys, (statement) => withClaims(statement, { load: silent }));
    expect(await problemsOf(bundle, keys)).toContain(
      '1: it does not say what came of the bounds of its load run: e2e.p50<2s, e2e.p95<1ms',
    );
  });

  it('is faster than it was only until it is verified', async () => {
    const { bundle } = await certified(await loadRun());
    const before = readFileSync(join(bundle, 'load.json'), 'utf8');
    changeLines(bundle, 'load.json', '"p50": 100', (line) => line.replace('100', '10'));
    expect(readFileSync(join(bundle, 'load.json'), 'utf8')).not.toBe(before);
    await signAgain(bundle, keys);
    expect(await problemsOf(bundle, keys)).toEqual(['1: load.json does not follow from its records']);
    writeFileSync(join(bundle, 'requests.ndjson'), 'no records\n');
    await signAgain(bundle, keys);
    expect(await problemsOf(bundle, keys)).toEqual(['1: load.json does not follow from its records']);
  });

  it('has to be audited by whoever signs, and from before it was certified', async () => {
    const { bundle } = await certified(await loadRun());
    const { startedAt = '', ...claim } = statementIn(bundle).predicate.assay.load ?? {};
    const changed = async (run: string): Promise<readonly string[]> => {
      const copy = copyOf(bundle);
      for (const name of ['load.json', 'requests.ndjson']) cpSync(join(run, name), join(copy, name));
      await signAgain(copy, keys);
      return problemsOf(copy, keys);
    };
    expect(await changed(await loadRun({ audit: false }))).toEqual([
      expect.stringMatching(/^1: its load run was not audited/),
    ]);
    expect(await changed(await loadRun({ cached: true }))).toEqual([
      expect.stringMatching(/^1: its load run has figures that its audit contradicts: Requests that repeat/),
    ]);
    const earlier = new Date(Date.parse(startedAt) - 1).toISOString();
    await signAgain(bundle, keys, (statement) =>
      withClaims(statement, {
        load: { ...claim, startedAt },
        validity: { ...statement.predicate.assay.validity, notBefore: earlier },
      }),
    );
    expect(await problemsOf(bundle, keys)).toContain(
      `1: its load run began at ${startedAt}, and it was certified before that, at ${earlier}`,
    );
  });

  it.each([
    ['in an empty folder', async () => emptyFolder(), 'is not a folder of a load run: there is no load.json in it'],
    [
      'of another target',
      () => loadRun({ target: 'http://127.0.0.1:1' }),
      'is a run against http://127.0.0.1:1, and not',
    ],
    ['whose instrument cannot be believed', () => loadRun({ lateMs: 60 }), 'is an invalid or incomplete measurement'],
    ['that was not audited', () => loadRun({ audit: false }), 'run load again with --audit'],
    ['whose repeats are faster', () => loadRun({ cached: true }), 'audit contradicts: Requests that repeat'],
    ['whose replies may be wrong', () => loadRun({ forgets: true }), 'has replies that may be wrong'],
    ['without its environment', () => loadRun({ without: ['environment.json'] }), 'there is no environment.json in it'],
    ['without its instrument', () => loadRun({ without: ['instrument.json'] }), 'there is no instrument.json in it'],
    ['that counts requests twice', () => loadRun({ copied: true }), 'twice, which no run leaves'],
    [
      'whose requests are later than planned',
      () => loadRun({ nextStatus: true }),
      'is an invalid or incomplete measurement',
    ],
    ['too short for its audit', () => loadRun({ requests: 20 }), 'has an undecided audit'],
  ] as const)('%s is not taken', async (_, run, says) => {
    const { code, out, err } = await certified(await run());
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain(says);
  });
});
