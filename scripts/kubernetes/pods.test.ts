import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readRequests } from '../../load/records/reading.ts';
import type { RequestRecord } from '../../load/records/record.ts';
import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';
import type { Load } from '../../load/verdict/load.ts';
import { assay, emptyFolder, serveApart } from '../testing/run-assay.testing.ts';
import { clusterHere, endAll, until, type Cluster, type Pod, type Runner } from './pods-here.testing.ts';

const planned = 120;
/** `npm run test:pods` takes eight. */
const podCounts = process.env['ASSAY_PODS']?.split(',').map(Number) ?? [1, 2, 4];
const collectToken = 'the-token-of-the-collector';

describe.skipIf(k6IsMissing)('the pods that manifests make', { timeout: 400_000 }, () => {
  let service: Awaited<ReturnType<typeof serveApart>>;
  beforeAll(async () => {
    service = await serveApart('--first-event', '40ms', '--gap', '5ms', '--events', '5');
  });
  afterEach(endAll);
  afterAll(() => service.stop());

  async function cluster(pods: number, ...flags: readonly string[]): Promise<Cluster> {
    const out = emptyFolder();
    const target = ['--target', 'http://chat.staging', '--bot', 'support', '--content', 'event=message'];
    const load = ['--rate', '40', '--duration', '3s', '--arrivals', 'constant', '--seed', '5', '--max-credits', '500'];
    const kubernetes = ['--kubernetes', 'checkout', '--pods', String(pods), '--image', 'assay:test', '--out', out];
    const { code, err } = await assay(['load', 'stream', ...target, ...load, ...kubernetes, ...flags]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const secret = { ASSAY_TOKEN: service.token, ASSAY_COLLECT_TOKEN: collectToken };
    const manifest = readFileSync(join(out, 'checkout.yaml'), 'utf8');
    return clusterHere(manifest, { checkout: secret }, { 'http://chat.staging': service.url });
  }

  /** What the job reports. */
  async function reported(collect: Pod): Promise<{ readonly load: Load; readonly folder: string }> {
    await until(() => collect.said().includes('is ready to be copied'), collect);
    const folder = join(collect.results, 'checkout');
    return { load: JSON.parse(readFileSync(join(folder, 'load.json'), 'utf8')) as Load, folder };
  }

  async function recordsIn(folder: string): Promise<readonly RequestRecord[]> {
    return readRequests(await readFile(join(folder, 'requests.ndjson'), 'utf8')).records;
  }

  const schedule = (records: readonly RequestRecord[]): readonly unknown[] =>
    records.map(({ index, intended }) => [index, intended] as const).toSorted(([a], [b]) => a - b);

  async function startInTurn(runners: readonly Runner[]): Promise<void> {
    for (const runner of runners) await runner.start();
  }

  const generatorsOf = ({ generators }: Load): NonNullable<Load['generators']> => {
    if (generators === undefined) throw new Error('no generators are told apart');
    return generators;
  };

  /** Requests go by users: of the 100 in flight the first pods have one more where they cannot be shared out evenly. */
  function sharesOf(all: number, pods: number): readonly number[] {
    const [least, more] = [Math.floor(inFlight / pods), inFlight % pods];
    return Array.from({ length: pods }, (_, pod) => Math.round((all * (least + (pod < more ? 1 : 0))) / inFlight));
  }
  /** What `load` has by default. */
  const inFlight = 100;

  it.each(podCounts)('send the whole schedule, %d of them, and end by the verdict once it is fetched', async (pods) => {
    const made = await cluster(pods);
    const collect = await made.collect();
    const runners = await made.runners();
    await startInTurn(runners);
    expect(await Promise.all(runners.map(({ ended }) => ended))).toEqual(runners.map(() => 0));
    const { folder, load } = await reported(collect);
    const records = await recordsIn(folder);
    // A service that is busy may be slow; a request that nobody sent is another matter.
    expect(schedule(records)).toEqual([...Array(planned).keys()].map((index) => [index, index * 25]));
    const recorded = load.generators?.each.map((each) => each.recorded) ?? [planned];
    expect(recorded).toEqual(sharesOf(planned, pods));
    expect(load.generators?.says ?? []).toEqual([]);
    writeFileSync(join(collect.results, 'fetched'), '');
    expect(await collect.ended).toBe(load.validity?.is === 'valid' ? 0 : 2);
    const files = [readFileSync(join(folder, 'requests.ndjson'), 'utf8'), collect.said()];
    expect(files.some((text) => text.includes(service.token) || text.includes(collectToken))).toBe(false);
  });

  /** How many records a collector has of a pod that counts from 1. */
  function recordsOf(collect: Pod, pod: number): number {
    const segments = join(collect.results, 'checkout.segments');
    const folder = readdirSync(segments).find((name) => name.startsWith(`${pod}-`));
    const path = join(segments, folder ?? '', 'requests.ndjson');
    return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 2 : 0;
  }

  it('are told apart where one is killed midway, one starts late, and one is starved', async () => {
    const made = await cluster(4, '--duration', '8s', '--rate', '20');
    const collect = await made.collect('--silent=10s');
    const runners = await made.runners();
    const [killed, late, starved, fine] = runners as readonly [Runner, Runner, Runner, Runner];
    await startInTurn([killed, starved, fine]);
    await until(() => recordsOf(collect, 3) >= 5, starved);
    starved.child.kill('SIGSTOP');
    await until(() => recordsOf(collect, 1) >= 5, killed);
    killed.child.kill('SIGKILL');
    await late.start();
    await until(() => recordsOf(collect, 4) >= 15, fine);
    starved.child.kill('SIGCONT');
    const { folder, load } = await reported(collect);
    writeFileSync(join(collect.results, 'fetched'), '');
    expect(await collect.ended).toBe(2);
    const { each, says, startsDifferMs, missing } = generatorsOf(load);
    expect(missing).toEqual([]);
    const [ofKilled, ofLate, ofStarved] = each;
    expect(ofKilled?.recorded).toBeGreaterThanOrEqual(5);
    expect(ofKilled?.recorded).toBeLessThan(40);
    expect(says).toContainEqual(
      expect.stringMatching(`^segment 0:1/4 is cut short: ${ofKilled?.recorded} of its 40 planned requests`),
    );
    expect(each.slice(1).map(({ recorded }) => recorded)).toEqual([40, 40, 40]);
    expect(startsDifferMs).toBe(ofLate?.startedAfterMs);
    const reasons = ofStarved?.validity.is === 'invalid' ? ofStarved.validity.reasons.map(({ code }) => code) : [];
    expect(reasons.some((code) => ['dispatchLag', 'notSent'].includes(code))).toBe(true);
    expect(load.validity).toMatchObject({
      is: 'invalid',
      reasons: expect.arrayContaining([
        { code: expect.any(String) as string, because: expect.stringMatching(/^generator 1\/2:3\/4: /) as string },
      ]) as unknown,
    });
    const ids = (await recordsIn(folder)).map(({ index }) => index);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('lose nothing when the collector is lost, and its successor begins with nothing', async () => {
    const made = await cluster(2, '--duration', '6s', '--rate', '20');
    const first = await made.collect();
    const runners = await made.runners();
    await startInTurn(runners);
    await until(() => recordsOf(first, 1) >= 5, first);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await made.collect();
    const { folder, load } = await reported(second);
    second.child.kill('SIGTERM');
    expect(await Promise.all(runners.map(({ ended }) => ended))).toEqual([0, 0]);
    expect(schedule(await recordsIn(folder)).length).toBe(120);
    expect(load.generators?.says).toEqual([]);
  });

  it('report one that never began as missing, with what that does to the figures', async () => {
    const made = await cluster(2);
    // The time in which it may still begin is over when the other one has ended.
    const collect = await made.collect('--within=1s');
    const [, only] = (await made.runners()) as readonly [Runner, Runner];
    await only.start();
    const { load } = await reported(collect);
    collect.child.kill('SIGTERM');
    expect(generatorsOf(load).missing).toEqual([{ segment: '0:1/2', planned: 60 }]);
    expect(generatorsOf(load).says[0]).toMatch(
      /^segment 0:1\/2 has no records: its 60 of 120 planned requests \(50 %\)/,
    );
  });

  it('send nothing where the collector refuses their token, and end', async () => {
    const made = await cluster(2);
    const collect = await made.collect();
    const wrong = { ASSAY_TOKEN: service.token, ASSAY_COLLECT_TOKEN: 'wrong' };
    const [runner] = (await made.runners({ checkout: wrong })) as readonly [Runner];
    await runner.start();
    expect(await runner.ended).not.toBe(0);
    expect(runner.said()).toMatch(/nothing is sent: the collector refuses \(401\)/);
    expect(existsSync(join(runner.results, 'requests.ndjson'))).toBe(false);
    collect.child.kill('SIGTERM');
    expect(await collect.ended).not.toBe(0);
  });

  it('write into a volume of all instead, and the job reads them there', async () => {
    const made = await cluster(2, '--claim', 'shared');
    const collect = await made.collect('--silent=10s');
    const runners = await made.runners();
    await startInTurn(runners);
    const { folder, load } = await reported(collect);
    collect.child.kill('SIGTERM');
    expect(schedule(await recordsIn(folder)).length).toBe(planned);
    expect(load.generators?.each.map(({ recorded }) => recorded)).toEqual([60, 60]);
  });

  it('are let begin by the initializer, which is told no secret and writes no records', async () => {
    const { ended, said, results } = (await cluster(2)).initialize();
    expect(await ended).toBe(0);
    expect(JSON.parse(said())).toMatchObject({ maxVUs: 100 });
    expect(results).toBe('');
  });
});
