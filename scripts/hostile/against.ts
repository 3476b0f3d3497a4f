import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expiredCertificate, otherCertificate } from '../../fixtures/hostile/certificate.ts';
import { behaviours, type HostileBehaviour } from '../../fixtures/hostile/families/index.ts';
import { brokenBounds } from './bounds.ts';
import { labelOf, commandStartsFor, type CommandStart } from './commands.ts';
import { leaksIn } from './leaks.ts';
import { endWithSignals, measureCommand, type Limits } from './measure.ts';
import type { HostileRun } from './rows.ts';
import { lastOutputLines } from './table.ts';
import { sizeOf } from './tree.ts';
import { unsafeIn } from './unsafe.ts';

type Served = { readonly url: string; readonly provisioner: string };
type Target = Served & { readonly seen: () => Promise<HostileRun['asked']>; readonly close: () => void };

/** A secret with the characters that encodings change. */
const secret = (): string => `${randomBytes(15).toString('base64')}+/${randomBytes(6).toString('hex')}=`;

type How = {
  /** Labels of the runs, as in the table; all runs if empty. */
  readonly labels: readonly string[];
  readonly limits: Limits;
  /** Globs of checks that replace the checks chosen for the behaviour. */
  readonly only?: readonly string[];
  /** Called with each row. */
  readonly tell?: (row: HostileRun) => void;
};

/** Runs all commands against one behaviour, each against a newly started target. */
export async function runAgainst(name: string, { labels, limits, only, tell }: How): Promise<readonly HostileRun[]> {
  const behaviour = behaviours[name] ?? { on: [] };
  const cwd = mkdtempSync(join(tmpdir(), 'assay-hostile-'));
  unfinished.add(cwd);
  const secrets = [secret(), secret()];
  const done: HostileRun[] = [];
  try {
    writeFileSync(
      join(cwd, 'ca.pem'),
      (behaviour.port === 'tls of long ago' ? expiredCertificate : otherCertificate).cert,
    );
    for (const start of commandStartsFor(name, behaviour, only)) {
      if (labels.length > 0 && !labels.includes(labelOf(start))) continue;
      const row = await one(name, behaviour, start, { cwd, secrets, limits });
      tell?.(row);
      done.push(row);
    }
    return done;
  } finally {
    remove(cwd);
  }
}

const unfinished = new Set<string>();
endWithSignals(() => unfinished.forEach(remove));

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  unfinished.delete(folder);
}

async function one(
  name: string,
  behaviour: HostileBehaviour,
  start: CommandStart,
  { cwd, secrets, limits }: { readonly cwd: string; readonly secrets: readonly string[]; readonly limits: Limits },
): Promise<HostileRun> {
  const target = await started(name, secrets);
  try {
    const flags = ['--target', target.url, ...flagsFor(behaviour, start, secrets)];
    const args = start.args.flatMap((each) => (each === '<target>' ? flags : [each]));
    const signalled = start.signalAfterMs === undefined ? {} : { signalAfterMs: start.signalAfterMs };
    const run = await measureCommand(args, { cwd, limits, ...signalled });
    const folder = start.out === undefined ? cwd : join(cwd, start.out);
    // A run that was refused at once leaves no result folder.
    const searched = existsSync(folder) ? folder : cwd;
    const seen = {
      ...run,
      folderBytes: start.out === undefined ? 0 : sizeOf(folder),
      missing: start.leaves.filter((file) => !existsSync(join(folder, file))),
      leaks: run.endedFor === 'disk' ? [] : leaksIn(searched, { stdout: run.out, stderr: run.err }, secrets),
      unsafe: unsafeIn(searched, run),
    };
    const { out, err, ms, ...rest } = seen;
    const broken = brokenBounds(start.command, seen, behaviour, start.isWhole);
    return {
      behaviour: name,
      run: labelOf(start),
      ...rest,
      ms: Math.round(ms),
      asked: await target.seen(),
      said: lastOutputLines(out, err),
      broken,
    };
  } finally {
    target.close();
  }
}

function flagsFor(
  { port }: HostileBehaviour,
  { command }: CommandStart,
  [token = '', other = '']: readonly string[],
): readonly string[] {
  const takesTwo = ['check', 'certify', 'discover'].includes(command);
  const ca = port === 'tls of another host' || port === 'tls of long ago' ? ['--ca', 'ca.pem'] : [];
  return ['--token', token, ...(takesTwo ? ['--other-token', other] : []), ...ca];
}

async function started(name: string, secrets: readonly string[]): Promise<Target> {
  const child = fork(fileURLToPath(new URL('./target.ts', import.meta.url)), [name, ...secrets], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [served] = (await Promise.race([once(child, 'message'), failed(child)])) as [Served];
  return {
    ...served,
    seen: async () => {
      child.send('seen');
      // The target may be busy with work for connections that are already closed, so this wait has a limit.
      const [seen] = (await Promise.race([
        once(child, 'message', { signal: AbortSignal.timeout(5_000) }),
        failed(child),
      ]).catch(() => [{ requests: 0, treated: 0 }])) as [HostileRun['asked']];
      return seen;
    },
    close: () => void child.kill('SIGKILL'),
  };
}

async function failed(child: ChildProcess): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number | null];
  throw new Error(`the target ended ${code}`);
}
