import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provision } from '../../conformance/engine/provisioner/provision.ts';
import { startService, type RunningService } from '../../fixtures/index.ts';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { returnLeftLeases } from './return-leases.ts';
import { openLeaseJournal } from './lease-journal.ts';
import { leaseFile } from './result-files.ts';
import { folderAt } from './result-folder.ts';
import { keyFolder } from './seal.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Where = { readonly cwd?: string; readonly path?: string; readonly env?: NodeJS.ProcessEnv };

/** The folder of a run that was killed with these workspaces, the first of them given back. */
async function leftBehind(provisioner: string, tokens: readonly string[], where: Where = {}) {
  const { cwd = emptyFolder(), path = emptyFolder(), env = { XDG_STATE_HOME: emptyFolder() } } = where;
  const folder = folderAt(path);
  const leaseJournal = openLeaseJournal(folder, { provisioner, cwd }, env);
  for (const token of tokens) leaseJournal.made(token);
  leaseJournal.taken(tokens[0] ?? '');
  folder.close();
  const file = join(path, leaseFile);
  // Its process has ended.
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/"pid":\d+/g, '"pid":99999999'));
  return { path, file, env };
}

async function made(): Promise<string> {
  const never = new AbortController().signal;
  const outcome = await provision(service.provisioner, { kind: 'credit-balance', credits: 1 }, never);
  return outcome.is === 'made' ? outcome.workspace.token : '';
}

const isClosed = (token: string): boolean | undefined => service.ledgers.of(token)?.isClosed;

describe('what a killed run left', () => {
  it('is given back, and forgotten then', async () => {
    const tokens = [await made(), await made(), await made()];
    const { path, file, env } = await leftBehind(service.provisioner, tokens);
    expect(await returnLeftLeases(path, env)).toBe('2 workspaces of this run: given back');
    expect(tokens.map(isClosed)).toEqual([false, true, true]);
    expect([existsSync(file), readdirSync(keyFolder(env))]).toEqual([false, []]);
    expect(await returnLeftLeases(path, env)).toBeUndefined();
  });
  it('is forgotten too where nothing was left', async () => {
    const { path, file, env } = await leftBehind(service.provisioner, ['the-only-one']);
    expect(await returnLeftLeases(path, env)).toBeUndefined();
    expect([existsSync(file), readdirSync(keyFolder(env))]).toEqual([false, []]);
  });
  it('is given back to a command where it ran', async () => {
    const cwd = emptyFolder();
    const { path, env } = await leftBehind('cat >> asked.txt', ['first-token', 'second-token'], { cwd });
    expect(await returnLeftLeases(path, env)).toBe('1 workspace of this run: given back');
    expect(readFileSync(join(cwd, 'asked.txt'), 'utf8')).toBe('{"delete":"second-token"}');
  });
  it('stays remembered where it cannot be given back', async () => {
    const { path, file, env } = await leftBehind('echo "no such second-token" >&2; exit 1', ['first', 'second-token']);
    const said = await returnLeftLeases(path, env);
    expect(said).toMatch(/^1 of 1 workspace of this run not given back: exit code 1 no such/);
    expect(said).not.toContain('second-token');
    expect([existsSync(file), readdirSync(keyFolder(env)).length]).toEqual([true, 1]);
  });
  it('is given back as far as its last line goes, which may be torn', async () => {
    const tokens = [await made(), await made()];
    const { path, file, env } = await leftBehind(service.provisioner, tokens);
    appendFileSync(file, '{"made":3,"sea');
    expect(await returnLeftLeases(path, env)).toBe('1 workspace of this run: given back');
    expect(tokens.map(isClosed)).toEqual([false, true]);
  });
  it('is given back of each part of a run that was gone on with, though it could not be in between', async () => {
    const tokens = [await made(), await made(), await made(), await made(), await made()];
    const [first, second] = [tokens.slice(0, 3), tokens.slice(3)];
    const { path, file, env } = await leftBehind(service.provisioner, first);
    appendFileSync(file, '{"made":4,"sea');
    await leftBehind(service.provisioner, second, { path, env });
    expect(readdirSync(keyFolder(env))).toHaveLength(2);
    expect(await returnLeftLeases(path, env)).toBe(
      '2 workspaces of this run: given back; 1 workspace of this run: given back',
    );
    expect(tokens.map(isClosed)).toEqual([false, true, true, false, true]);
    expect([existsSync(file), readdirSync(keyFolder(env))]).toEqual([false, []]);
  });
  it('stays remembered of the part that could not be given back, and of no other', async () => {
    const { path, file, env } = await leftBehind('exit 1', ['a-token', 'b-token']);
    const tokens = [await made(), await made()];
    await leftBehind(service.provisioner, tokens, { path, env });
    const said = await returnLeftLeases(path, env);
    expect(said).toMatch(/^1 of 1 workspace of this run not given back: .*; 1 workspace .* given back$/);
    expect(tokens.map(isClosed)).toEqual([false, true]);
    expect([existsSync(file), readdirSync(keyFolder(env)).length]).toEqual([true, 1]);
    expect(await returnLeftLeases(path, env)).toMatch(/^1 of 1 workspace of this run not given back: [^;]*$/);
  });
  it('is not forgotten by the end of a later part that gave all of its own back', async () => {
    const tokens = [await made(), await made()];
    const { path, env } = await leftBehind(service.provisioner, tokens);
    const folder = folderAt(path);
    const leaseJournal = openLeaseJournal(folder, { provisioner: service.provisioner, cwd: '/' }, env);
    leaseJournal.made('of-a-later-part');
    leaseJournal.taken('of-a-later-part');
    leaseJournal.forget();
    folder.close();
    expect(await returnLeftLeases(path, env)).toBe('1 workspace of this run: given back');
    expect(tokens.map(isClosed)).toEqual([false, true]);
  });
});

describe('a file of somebody else', () => {
  it('has no command run that assay did not write', async () => {
    const { path, file, env } = await leftBehind('echo', ['first-token', 'second-token']);
    const [header = '', ...lines] = readFileSync(file, 'utf8').split('\n');
    const mark = join(emptyFolder(), 'ran');
    const command = Buffer.from(JSON.stringify({ provisioner: `touch '${mark}'`, cwd: '/' })).toString('base64');
    writeFileSync(file, [header.replace(/"sealed":"[^"]*"/, `"sealed":"${command}"`), ...lines].join('\n'));
    expect(await returnLeftLeases(path, env)).toMatch(/workspaces\.ndjson was damaged after it was written$/);
    expect(existsSync(mark)).toBe(false);
  });
  it.each<[string, (file: string) => unknown]>([
    ['is empty', (file) => writeFileSync(file, '')],
    ['is not JSON', (file) => writeFileSync(file, 'x\n'.repeat(1000))],
    ['is not UTF-8', (file) => writeFileSync(file, Buffer.from([0xff, 0xfe, 0x00, 0x0a]))],
    ['has another header', (file) => writeFileSync(file, '{"schema":"assay.workspaces/2"}\n{"made":1,"sealed":"a"}\n')],
    ['is a folder', (file) => mkdirSync(file)],
    ['is a pipe', (file) => execFileSync('mkfifo', [file])],
    ['is a link', (file) => symlinkSync('/etc/passwd', file)],
  ])('that %s says nothing', async (_, write) => {
    const path = emptyFolder();
    write(join(path, leaseFile));
    expect(await returnLeftLeases(path, { XDG_STATE_HOME: emptyFolder() })).toBeUndefined();
  });
  it('names processes and keys that are none', async () => {
    const path = emptyFolder();
    const header = { schema: 'assay.workspaces/1', key: '../../../etc/passwd', pid: -1, sealed: 'AAAA' };
    writeFileSync(join(path, leaseFile), `${JSON.stringify(header)}\n{"made":1,"sealed":"AAAA"}\n`);
    expect(await returnLeftLeases(path, { XDG_STATE_HOME: emptyFolder() })).toMatch(
      /^1 workspace of this run not given/,
    );
  });
});
