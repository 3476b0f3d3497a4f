import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { everyCheck } from '../../conformance/every.ts';
import { chainFinder } from '../../conformance/model/chain.ts';
import type { Run } from '../../conformance/model/run.ts';
import { withFault, type FaultId } from '../../fixtures/faults/index.ts';
import { startService, type RunningService } from '../../fixtures/service/index.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';

const services: RunningService[] = [];
afterEach(() => Promise.all(services.splice(0).map((each) => each.close())));

async function started(fault?: FaultId): Promise<RunningService> {
  const service = await startService({ seed: 1, ...(fault === undefined ? {} : { behaviour: withFault(fault) }) });
  services.push(service);
  return service;
}

async function checkedAt({ url, token }: RunningService, ...flags: readonly string[]) {
  const out = join(emptyFolder(), 'out');
  const said = await assay(['check', '--target', url, '--token', token, '--out', out, ...flags]);
  const run = (): Run => JSON.parse(readFileSync(join(out, 'run.json'), 'utf8')) as Run;
  return { ...said, path: out, run };
}

const chainOf = chainFinder(everyCheck);
const failedIn = ({ findings }: Run): readonly string[] =>
  findings.filter(({ verdict }) => verdict.is === 'fail').map(({ check }) => check);
const idsOf = ({ findings }: Run): readonly string[] => findings.map(({ check }) => check);

describe('check --rerun-failed', () => {
  it('judges what failed, with the same cases, and its controls, and nothing else', async () => {
    const [faulty, fixed] = [await started('speed-clamped'), await started()];
    const first = await checkedAt(faulty, '--only', 'speech.speed/*', '--only', 'speech.generated/rejects-invalid');
    const failed = first.run().findings.filter(({ verdict }) => verdict.is === 'fail');
    const again = await checkedAt(faulty, '--rerun-failed', first.path);
    const resting = new Set(everyCheck.filter(({ id }) => failed.some(({ check }) => check === id)).flatMap(chainOf));
    const sent = idsOf(first.run()).filter((id) => [...resting].some((check) => check.id === id));
    expect(sent.length).toBeGreaterThan(failed.length);
    expect(idsOf(again.run())).toEqual(sent);
    expect(failedIn(again.run())).toEqual(failed.map(({ check }) => check));
    expect(again.run().seed).toBe(first.run().seed);
    // Also where what failed then is judged once more.
    const right = first.run().findings.filter(({ verdict }) => verdict.is === 'pass');
    const passed = right.map(({ check }) => check).toSorted();
    const third = await checkedAt(faulty, '--rerun-failed', again.path);
    expect(passed.length).toBeGreaterThan(0);
    expect([again, third].map((each) => each.run().passedBefore)).toEqual([passed, passed]);
    const after = await checkedAt(fixed, '--rerun-failed', first.path);
    expect(after.code).toBe(0);
    expect(idsOf(after.run())).toEqual(sent);
  });
  it('tells a control that fails only now, unless it was not selected', async () => {
    const [faulty, changed] = [await started('speed-clamped'), await started('speed-maximum-exclusive')];
    const [check, control] = ['speech.speed/rejects-above-maximum', 'speech.speed/accepts-maximum'];
    const first = await checkedAt(faulty, '--only', check, '--only', control);
    expect(failedIn(first.run())).toEqual([check]);
    const again = await checkedAt(changed, '--rerun-failed', first.path);
    expect([again.code, failedIn(again.run())]).toEqual([1, [control]]);
    const only = await checkedAt(changed, '--rerun-failed', first.path, '--only', check);
    expect([only.code, idsOf(only.run())]).toEqual([2, [check]]);
    const alone = await checkedAt(faulty, '--only', check);
    expect(idsOf((await checkedAt(changed, '--rerun-failed', alone.path)).run())).toEqual([check]);
  });
  it('sends what showed that a rule for every answer is broken', async () => {
    const faulty = await started('speech-wav-header-of-stereo');
    const first = await checkedAt(faulty, '--only', 'speech.format/*');
    const rule = 'speech.format/wav-header-agrees-with-itself';
    const again = await checkedAt(faulty, '--rerun-failed', first.path, '--only', rule);
    expect(again.run().findings.map(({ check, verdict }) => [check, verdict.is])).toEqual([[rule, 'fail']]);
  });
  it('says what is wrong with a folder', async () => {
    const valid = await started();
    const passed = await checkedAt(valid, '--only', 'voices.list/says-json');
    const none = await checkedAt(valid, '--rerun-failed', passed.path);
    expect(none).toMatchObject({
      code: 3,
      err: expect.stringContaining('no selected check failed or was inconclusive there'),
    });
    const missing = await checkedAt(valid, '--rerun-failed', emptyFolder());
    expect(missing).toMatchObject({ code: 3, err: expect.stringContaining('is not a result folder of assay check') });
    const both = await checkedAt(valid, '--rerun-failed', passed.path, '--resume', passed.path);
    expect(both).toMatchObject({ code: 3, err: expect.stringContaining('give one of them') });
    const over = await assay(['check', '--target', valid.url, '--rerun-failed', passed.path, '--out', passed.path]);
    expect(over).toMatchObject({ code: 3 });
  });
});
