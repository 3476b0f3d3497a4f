import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { machineName } from '../load/results/calibration-file.ts';
import { assay, emptyFolder, serve, type CommandOutput } from '../testing/run-assay.testing.ts';
import { objectsIn } from './operator-pods.testing.ts';

const target = ['--target', 'http://chat.staging:8080', '--bot', 'support', '--max-credits', '500'];
const kubernetes = ['--kubernetes', 'checkout', '--image', 'assay:test'];

async function refused(scenario: string, ...flags: readonly string[]): Promise<string> {
  const cwd = emptyFolder();
  const { code, err } = await assay(['load', scenario, ...target, ...kubernetes, ...flags], { cwd });
  expect({ code, wrote: existsSync(join(cwd, 'reports')) }).toEqual({ code: 3, wrote: false });
  return err;
}

describe('load --kubernetes', () => {
  it('refuses what no cluster can do, before anything is made', async () => {
    expect(await refused('stream', '--pods', '101')).toContain(
      '--pods is 101, and 100 requests in flight at most can be shared out over 100 at most',
    );
    expect(await refused('stream', '--pods', '40', '--rate', '1', '--duration', '30s', '--seed', '1')).toContain(
      'the schedule has only',
    );
    const few = ['--max-credits', '10', '--concurrency', '16,32', '--duration', '20s'];
    expect(await refused('sweep', '--pods', '12', ...few)).toContain('credits of the run can be shared out over');
    expect(await refused('capacity', '--pods', '2', '--slo', 'ttft.p95<1s')).toContain(
      'load capacity cannot be shared out: it ends at the first rate that misses the SLO',
    );
    expect(await refused('stream', '--pods', '2', '--canary')).toContain('there is none in a pod');
    expect(await refused('stream', '--pods', '2', '--dashboard')).toContain('--dashboard shows one process');
    expect(await refused('stream', '--pods', '2', '--duration', '1h', '--until', 'ttft.p50±5%')).toContain(
      '--until ends a run that one process watches',
    );
    expect(await refused('stream', '--pods', '2', '--target', 'http://127.0.0.1:8080')).toContain(
      'is in each pod the pod itself',
    );
    expect(await refused('stream', '--pods', '2', '--kubernetes', 'Check_out')).toContain(
      'expected a name of Kubernetes',
    );
    expect(await refused('stream', '--pods', '0')).toContain('--pods is "0", expected a whole number from 1 on');
  });

  it('names what lacks: the number of pods, where nobody calibrated, and the image', async () => {
    expect(await refused('stream')).toContain('--kubernetes needs --pods N, or a calibration of this machine');
    const alone = await assay(['load', 'stream', ...target, '--kubernetes', 'checkout', '--pods', '2']);
    expect(alone).toMatchObject({ code: 3, err: expect.stringContaining('--kubernetes needs --image REF') as string });
    const without = await assay(['load', 'stream', '--pods', '2']);
    expect(without).toMatchObject({ code: 3, err: expect.stringContaining('--pods needs --kubernetes') as string });
  });

  it('says with --dry-run how many pods the rate needs, by the calibration of this machine', async () => {
    const home = emptyFolder();
    mkdirSync(join(home, 'assay'));
    const at = '2026-11-25T00:00:00Z';
    const calibration = { machine: machineName(), maxRatePerS: 50, maxStreams: 40, errorP99Ms: 0.4, at };
    writeFileSync(join(home, 'assay', 'calibration.json'), JSON.stringify(calibration));
    const env = { XDG_STATE_HOME: home };
    const asked = ['--rate', '120', '--duration', '4s', '--max-credits', '900', '--dry-run'];
    const { code, out } = await assay(['load', 'stream', ...target, '--kubernetes', 'checkout', ...asked], { env });
    expect(code).toBe(0);
    expect(out).toMatch(/stream on Kubernetes: 3 pods, 4 s, at most \d+ credits/);
    expect(out).toContain('each pod: 40 requests a second, 34 in flight, up to 1700 events a second');
    expect(out).toContain('50 requests a second and 40 streams: 3 pods like it are needed');
    const few = await assay(['load', 'stream', ...target, '--kubernetes', 'c', '--pods', '2', ...asked], { env });
    expect(few.out).toContain('2 pods are fewer than that');
  });

  it('writes the Secret that it needs by name, and headers into no file', async () => {
    const out = emptyFolder();
    const secrets = ['--token', 'a-token-of-the-target', '--header', 'X-Key: the-key-of-the-gate'];
    const { code, out: said } = await assay([
      'load',
      'stream',
      ...target,
      ...kubernetes,
      '--pods',
      '2',
      '--secret',
      'tokens',
      '--out',
      out,
      ...secrets,
    ]);
    expect(code).toBe(0);
    const text = readFileSync(join(out, 'checkout.yaml'), 'utf8');
    for (const each of [text, said]) expect(each).not.toMatch(/a-token-of-the-target|the-key-of-the-gate/);
    expect(said).toContain(
      'kubectl create secret generic tokens --from-literal=ASSAY_TOKEN="$ASSAY_TOKEN" --from-literal=ASSAY_HEADERS="$ASSAY_HEADERS" --from-literal=ASSAY_COLLECT_TOKEN=',
    );
    expect(objectsIn(text).testRun.spec.runner.envFrom).toEqual([{ secretRef: { name: 'tokens' } }]);
  });

  it('asks the target from here what nobody said: its bot, and how it streams', async () => {
    const service = await serve();
    // An address of this machine that is not known as one.
    const url = service.url.replace('127.0.0.1', '[::ffff:7f00:1]');
    const out = emptyFolder();
    const flags = ['--target', url, '--token', service.token, '--max-credits', '500', '--pods', '2', '--out', out];
    const said: CommandOutput = await assay(['load', 'stream', ...flags, ...kubernetes]);
    await service.stop();
    expect({ code: said.code, err: said.err }).toEqual({ code: 0, err: '' });
    const { env = [] } = objectsIn(readFileSync(join(out, 'checkout.yaml'), 'utf8')).testRun.spec.runner;
    const told = Object.fromEntries(env.map(({ name, value }) => [name, value]));
    expect(told).toMatchObject({ ASSAY_TARGET: url, ASSAY_CONTENT: expect.any(String) as string });
    expect(told['ASSAY_BOT']).toMatch(/./);
  });
});
