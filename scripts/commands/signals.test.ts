import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Run } from '../../conformance/model/run.ts';
import { startHostile, type Hostile } from '../../fixtures/hostile/index.ts';
import { startService, type RunningService } from '../../fixtures/index.ts';
import { duplicateSignalMs } from '../../load/runner/interrupts.ts';
import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';
import { assay, emptyFolder, startAssay, type CommandOutput } from '../testing/run-assay.testing.ts';

/** Five seconds are promised; a machine that is busy with other tests takes several times as long for the same. */
const boundMs = 20_000;
const timeout = 180_000;
const codes = { SIGINT: 130, SIGTERM: 143 } as const;

let service: RunningService;
let silent: Hostile;
let asked = 0;
const key = emptyFolder();
beforeAll(async () => {
  service = await startService({ delayMs: 300, behaviour: {} });
  silent = await startHostile('says nothing');
  await assay(['keygen', '--out', key]);
});
afterAll(async () => {
  await service.close();
  await silent.close();
});

type Name = 'check' | 'fuzz' | 'certify' | 'discover' | 'load' | 'compare' | 'calibrate';

function command(name: Name, url: string, out: string): readonly string[] {
  const target = ['--target', url, '--token', service.token];
  const commands: Readonly<Record<Name, readonly string[]>> = {
    check: ['check', ...target, '--out', out],
    fuzz: ['fuzz', ...target, '--runs', '20000', '--out', out],
    certify: ['certify', ...target, '--profile', 'speech', '--key', join(key, 'key.pem'), '--out', out],
    discover: ['discover', ...target],
    load: ['load', 'stream', ...target, '--rate', '10', '--duration', '60s', '--out', out],
    compare: ['compare', '--live', url, url, '--token', service.token, '--scenario', 'stream', '--out', out],
    calibrate: ['calibrate', '--out', `${out}.json`],
  };
  return commands[name];
}

type Ended = CommandOutput & { readonly tookMs: number };

/** Interrupts a command once that has come about, and tells how it ended. */
async function interrupted(args: readonly string[], by: keyof typeof codes, once: () => unknown): Promise<Ended> {
  const running = startAssay(args);
  let [out, err] = ['', ''];
  running.child.stdout?.on('data', (text: string) => (out += text));
  running.child.stderr?.on('data', (text: string) => (err += text));
  await vi.waitFor(() => expect(once() === true || (once() === 'said' && out + err !== '')).toBe(true), {
    timeout: 60_000,
    interval: 20,
  });
  const sentMs = performance.now();
  running.child.kill(by);
  return { ...(await running.said), tookMs: performance.now() - sentMs };
}

const runIn = (folder: string): Run => JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Run;

/** Which of the two it is makes no difference but for the code: each command is told of one. */
const signals = {
  check: 'SIGTERM',
  fuzz: 'SIGINT',
  certify: 'SIGINT',
  discover: 'SIGTERM',
  load: 'SIGINT',
  compare: 'SIGTERM',
  calibrate: 'SIGTERM',
} as const;

describe('an interruption', () => {
  it.each(['check', 'fuzz', 'certify'] as const)(
    'while %s asks for the first time leaves a run',
    { timeout },
    async (name) => {
      const by = signals[name];
      const out = join(emptyFolder(), 'results');
      asked = silent.requests.length;
      const { code, tookMs } = await interrupted(
        command(name, silent.url, out),
        by,
        () => silent.requests.length > asked,
      );
      expect(code).toBe(codes[by]);
      expect(tookMs).toBeLessThan(boundMs);
      expect(runIn(out)).toMatchObject({ complete: false, exitCode: codes[by] });
      expect(readdirSync(out)).toContain('report.html');
    },
  );
  it.each(['discover', 'load', 'compare'] as const)(
    'while %s asks for the first time leaves nothing',
    { timeout },
    async (name) => {
      const by = signals[name];
      if (k6IsMissing && name !== 'discover') return;
      const out = join(emptyFolder(), 'results');
      asked = silent.requests.length;
      const args = command(name, silent.url, out);
      const { code, tookMs } = await interrupted(args, by, () => silent.requests.length > asked);
      expect(code).toBe(codes[by]);
      expect(tookMs).toBeLessThan(boundMs);
      expect(existsSync(out)).toBe(false);
    },
  );
  it.each(['check', 'fuzz', 'discover'] as const)('while %s has a workspace made', { timeout }, async (name) => {
    const by = signals[name];
    const cwd = emptyFolder();
    const out = join(cwd, 'results');
    const args = [...command(name, service.url, out), '--provisioner', `touch ${cwd}/made; sleep 60`];
    const { code, tookMs } = await interrupted(args, by, () => existsSync(join(cwd, 'made')));
    expect(code).toBe(codes[by]);
    expect(tookMs).toBeLessThan(boundMs);
  });
  it.each(['check', 'fuzz', 'certify'] as const)(
    'in the middle of %s leaves what was found',
    { timeout },
    async (name) => {
      const by = signals[name];
      const out = join(emptyFolder(), 'results');
      const file = join(out, 'findings.ndjson');
      const begun = (): unknown => existsSync(file) && 'said';
      const { code, tookMs } = await interrupted(command(name, service.url, out), by, begun);
      expect(code).toBe(codes[by]);
      expect(tookMs).toBeLessThan(boundMs);
      expect(runIn(out)).toMatchObject({ complete: false, exitCode: codes[by] });
    },
  );
  it.skipIf(k6IsMissing).each([
    ['load', /Interrupted: \d+ of \d+ planned requests recorded/],
    ['compare', /^assay: interrupted: nothing is compared$/m],
    ['calibrate', /^assay: interrupted: nothing was written$/m],
  ] as const)('in the middle of %s says what there is', { timeout }, async (name, words) => {
    const by = signals[name];
    const out = join(emptyFolder(), 'results');
    const records = name === 'compare' ? join(out, 'slices', '01-a', 'requests.ndjson') : join(out, 'requests.ndjson');
    const begun = (): unknown => (name === 'calibrate' ? 'said' : existsSync(records));
    const said = await interrupted(command(name, service.url, out), by, begun);
    expect(said.code).toBe(codes[by]);
    expect(said.tookMs).toBeLessThan(boundMs);
    expect(said.out + said.err).toMatch(words);
  });
});

describe('a second signal', () => {
  it.each(['check', 'fuzz', 'discover'] as const)('ends %s at once', { timeout }, async (name) => {
    const cwd = emptyFolder();
    // Which it gives the time to answer.
    const provisioner = `touch ${cwd}/made; trap '' TERM; sleep 60`;
    const running = startAssay([...command(name, service.url, join(cwd, 'results')), '--provisioner', provisioner]);
    await vi.waitFor(() => expect(existsSync(join(cwd, 'made'))).toBe(true), { timeout: 60_000, interval: 20 });
    running.child.kill('SIGINT');
    await after(duplicateSignalMs + 50);
    const sentMs = performance.now();
    running.child.kill('SIGINT');
    expect((await running.said).code).toBe(130);
    expect(performance.now() - sentMs).toBeLessThan(boundMs);
  });
});
