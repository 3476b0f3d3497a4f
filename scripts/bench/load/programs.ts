import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findGo } from '../../../load/runner/find-go.ts';
import { processCpuS } from './machine.ts';

const sources = import.meta.dirname;

/** The bench's own Go programs, built for this run only. */
export async function buildPrograms(into: string): Promise<{ readonly server: string; readonly client: string }> {
  const go = await findGo(process.env);
  if (go.is === 'noGo') throw new Error(go.because);
  for (const name of ['server', 'client']) {
    const args = ['build', '-o', join(into, name), `./${name}`];
    const built = spawnSync(go.path, args, { cwd: sources, stdio: 'inherit', env: { ...process.env, GOWORK: 'off' } });
    if (built.status !== 0) throw new Error(`${name} could not be built`);
  }
  return { server: join(into, 'server'), client: join(into, 'client') };
}

type Stream = { readonly id: string };
type Written = Stream & { readonly writtenNs: readonly number[] };
type Taken = { readonly cpuS: number; readonly streams: readonly Written[] | null };

export type BenchServer = { readonly url: string; readonly take: () => Promise<Taken>; readonly stop: () => void };

export async function startServer(program: string): Promise<BenchServer> {
  const child = spawn(program, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return {
    url: url.trim(),
    take: async () => (await (await fetch(`${url.trim()}/taken`)).json()) as Taken,
    stop: () => child.kill(),
  };
}

/** The JSON that a program prints when it ends. */
export async function resultOf<T>(program: string, args: readonly string[]): Promise<T> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
  return JSON.parse(out) as T;
}

export type Loops = { readonly cpuS: () => number; readonly stop: () => void };

/** Starts loops that use one core each until they are stopped. */
export function keepBusy(loops: number): Loops {
  const children: readonly ChildProcess[] = Array.from({ length: loops }, () =>
    spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
  );
  return {
    cpuS: () => children.reduce((sum, { pid }) => sum + (pid === undefined ? 0 : processCpuS(pid)), 0),
    stop: () => {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}
