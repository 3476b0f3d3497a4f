import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startHostile, type Hostile } from '../../fixtures/hostile/index.ts';
import { emptyFolder, startAssay } from '../testing/run-assay.testing.ts';

/** Five seconds are promised; a machine that is busy with other tests takes several times as long for the same. */
const boundMs = 20_000;
const timeout = 120_000;
const codes = { SIGINT: 130, SIGTERM: 143 } as const;
type Name = keyof typeof codes;

let silent: Hostile;
beforeAll(async () => {
  silent = await startHostile('says nothing');
});
afterAll(async () => {
  await silent.close();
});

const opened: number[] = [];
afterAll(() => opened.forEach((file) => closeSync(file)));

/** True once a process has the pipe open for reading and waits for data that is never written. */
function isRead(pipe: string): boolean {
  try {
    opened.push(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK));
    return true;
  } catch {
    return false;
  }
}

type Ended = { readonly code: number | null; readonly tookMs: number };

/** What a shell tells of a command that is sent these signals, one behind the other, once it is held. */
async function ended(args: readonly string[], cwd: string, isHeld: () => boolean, by: readonly Name[]): Promise<Ended> {
  const { child, said } = startAssay(args, { cwd });
  const closed = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('close', (_, signal) => resolve(signal));
  });
  await vi.waitFor(() => expect(isHeld()).toBe(true), { timeout: 60_000, interval: 20 });
  const sentMs = performance.now();
  for (const name of by) child.kill(name);
  const [{ code }, signal] = await Promise.all([said, closed]);
  const known = signal === 'SIGINT' || signal === 'SIGTERM' ? codes[signal] : code;
  return { code: known, tookMs: performance.now() - sentMs };
}

/** A folder in which this file is a pipe. */
function withPipe(path: string): string {
  const cwd = emptyFolder();
  mkdirSync(join(cwd, path, '..'), { recursive: true });
  execFileSync('mkfifo', [join(cwd, path)]);
  return cwd;
}

describe.each(['SIGINT', 'SIGTERM'] as const)('%s', (by) => {
  it.each(['doctor', 'discover'])('ends %s while a target says nothing', { timeout }, async (command) => {
    const before = silent.requests.length;
    const args = [command, '--target', silent.url, '--token', 'a-token-of-mine', '--timeout', '60s'];
    const { code, tookMs } = await ended(args, emptyFolder(), () => silent.requests.length > before, [by]);
    expect(code).toBe(codes[by]);
    expect(tookMs).toBeLessThan(boundMs);
  });
  it.each([
    ['verify', ['verify', 'b', '--key', 'pipe'], 'pipe'],
    ['plan', ['plan'], 'assay.yaml'],
    ['doctor', ['doctor'], 'assay.yaml'],
    ['compare', ['compare', 'a', 'b'], 'a/run.json'],
    ['discover', ['discover'], 'assay.yaml'],
  ] as const)('ends %s while a file says nothing', { timeout }, async (_, args, pipe) => {
    const cwd = withPipe(pipe);
    mkdirSync(join(cwd, 'b'));
    for (const name of ['run.json', 'certificate.json']) writeFileSync(join(cwd, 'b', name), '{}');
    const { code, tookMs } = await ended(args, cwd, () => isRead(join(cwd, pipe)), [by]);
    expect(code).toBe(codes[by]);
    expect(tookMs).toBeLessThan(boundMs);
  });
});

it('a second signal ends a command that is held, too', { timeout }, async () => {
  const before = silent.requests.length;
  const args = ['discover', '--target', silent.url, '--token', 'a-token-of-mine', '--timeout', '60s'];
  const { code, tookMs } = await ended(args, emptyFolder(), () => silent.requests.length > before, [
    'SIGINT',
    'SIGTERM',
  ]);
  expect([130, 143]).toContain(code);
  expect(tookMs).toBeLessThan(boundMs);
});

it('a provisioner that doctor waits for ends with it', { timeout }, async () => {
  const cwd = emptyFolder();
  const args = ['doctor', '--target', silent.url, '--provision', '--timeout', '1s', '--token', 'a-token-of-mine'];
  const begun = join(cwd, 'begun');
  const provisioner = `echo $$ > ${begun}; exec sleep 300`;
  const { code } = await ended([...args, '--provisioner', provisioner], cwd, () => existsSync(begun), ['SIGTERM']);
  expect(code).toBe(143);
  const pid = Number(readFileSync(begun, 'utf8'));
  const lives = (): boolean => {
    try {
      process.kill(pid, 0);
      // What ended, and nobody has asked for.
      return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
    } catch {
      return false;
    }
  };
  await vi.waitFor(() => expect(lives()).toBe(false), { timeout: boundMs, interval: 50 });
});
