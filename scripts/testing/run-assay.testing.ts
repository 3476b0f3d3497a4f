import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../../fixtures/index.ts';
import { optionsFrom } from '../commands/serve.ts';

/** How a command ended, with its output. */
export type CommandOutput = { readonly code: number | null; readonly out: string; readonly err: string };

export type Running = {
  readonly child: ChildProcess;
  readonly said: Promise<CommandOutput>;
  readonly untilOutput: (text: string) => Promise<string>;
};

type Options = { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string };

/** The `bin.js` of the package that is made once for all tests; outside of tests, the source. */
export const bin = process.env['ASSAY_PACKAGED'] ?? join(import.meta.dirname, '..', 'bin.js');

const made: string[] = [];

/**
 * An empty folder for one test. A test run removes all of them with its temporary folder; any other script removes them
 * at its end.
 */
export function emptyFolder(): string {
  if (made.length === 0 && process.env['VITEST'] === undefined)
    process.once('exit', () => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));
  const folder = mkdtempSync(join(tmpdir(), 'assay-cli-'));
  made.push(folder);
  return folder;
}

/** Starts the command line as a user does, in its own folder and environment. */
export function startAssay(args: readonly string[], { env = {}, cwd = emptyFolder() }: Options = {}): Running {
  const child = spawn(process.execPath, [bin, ...args], { cwd, env: { ...plainEnvironment(), ...env } });
  let out = '';
  let err = '';
  const waiting: (() => void)[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    for (const look of waiting) look();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const said = new Promise<CommandOutput>((resolve) => {
    child.once('close', (code) => resolve({ code, out, err }));
  });
  const untilOutput = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (out.includes(text)) resolve(out);
      };
      waiting.push(look);
      look();
      child.once('close', () => reject(new Error(`it ended without saying ${text}:\n${out}${err}`)));
    });
  return { child, said, untilOutput };
}

/** Runs a command to its end. */
export function assay(args: readonly string[], options?: Options): Promise<CommandOutput> {
  return startAssay(args, options).said;
}

type Served<Stopped = unknown> = {
  readonly url: string;
  readonly token: string;
  readonly otherToken: string;
  readonly provisioner: string;
  readonly stop: () => Promise<Stopped>;
};

/**
 * The service that a `serve` command with these flags runs; the test has to close it. It runs in this process, whose
 * code is warm: a separate process costs a third of the time of a small check.
 */
export async function serve(...flags: readonly string[]): Promise<Served> {
  const pairs = flags.flatMap((flag, at) => (at % 2 === 0 ? [[flagOf(flag), flags[at + 1]] as const] : []));
  const { url, token, otherToken, provisioner, close } = await startService(optionsFrom(Object.fromEntries(pairs)));
  return { url, token, otherToken, provisioner, stop: close };
}

/**
 * The flags of `serve` in scripts/assay.ts: like the command, it refuses any other, so that a test notices a misspelt
 * flag.
 */
const serveFlags: readonly string[] = ['port', 'fault', 'variant', 'delay', 'first-event', 'gap', 'events'];

function flagOf(flag: string): string {
  const name = flag.replace(/^--/, '');
  if (flag.startsWith('--') && serveFlags.includes(name)) return name;
  throw new Error(`serve has no flag ${flag}; it has ${serveFlags.map((each) => `--${each}`).join(', ')}`);
}

/** Runs the real command: for its own test, for measurements, and for tests that need a separate process. */
export async function serveApart(...flags: readonly string[]): Promise<Served<CommandOutput>> {
  const running = startAssay(['serve', ...flags]);
  const line = await running.untilOutput('\n');
  const stop = (): Promise<CommandOutput> => {
    running.child.kill('SIGTERM');
    return running.said;
  };
  return { ...(JSON.parse(line) as Omit<Served<CommandOutput>, 'stop'>), stop };
}

/** The environment without variables that could influence tests: CI, colours and assay's own variables. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const decided = /^(ASSAY_|CI$|NO_COLOR$|FORCE_COLOR$|https?_proxy$)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !decided.test(name)));
}
