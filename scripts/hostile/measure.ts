import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { memoryOf, sizeOf, treeOf } from './tree.ts';

/** The measurements of one command, taken from outside. */
export type MeasuredCommand = {
  readonly code: number | null;
  /** The signal that killed it, where it did not handle the signal. */
  readonly signal?: NodeJS.Signals;
  /** The reason why the measurement ended it; absent where it ended by itself. */
  readonly endedFor?: 'time' | 'memory' | 'disk' | 'signal';
  readonly ms: number;
  /** Time from the signal to its end. */
  readonly goneMs?: number;
  readonly peakBytes: number;
  readonly folderBytes: number;
  readonly out: string;
  readonly err: string;
};

export type Limits = { readonly timeMs: number; readonly memoryBytes: number; readonly diskBytes: number };

export const usualLimits: Limits = { timeMs: 60_000, memoryBytes: 3 * 2 ** 30, diskBytes: 2 * 2 ** 30 };

/** Wait in milliseconds after a signal: a command may take five seconds, and this shows by how much it exceeds them. */
const patienceMs = 15_000;
const sampleMs = 50;
const longestKept = 4 * 2 ** 20;
const bin = join(import.meta.dirname, '..', 'bin.js');

type How = {
  /** The working folder, whose size is watched. */
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A signal is sent this long after its first output: before that it has nothing to lose. */
  readonly signalAfterMs?: number;
  readonly limits?: Limits;
};

/** Functions that end the commands that are running. */
const running = new Set<() => void>();

/** On an interruption, ends the measured commands and removes their folders. */
export function endWithSignals(tidy: () => void): void {
  for (const [name, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(name, () => {
      for (const kill of running) kill();
      tidy();
      process.exit(code);
    });
}

/** Runs the command line as a user does, and ends it where it uses more than the machine can bear. */
export function measureCommand(
  args: readonly string[],
  { cwd, env = {}, signalAfterMs, limits = usualLimits }: How,
): Promise<MeasuredCommand> {
  const begunMs = performance.now();
  const child = spawn(process.execPath, [bin, ...args], {
    cwd,
    env: { ...plainEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  let saidMs: number | undefined;
  for (const [name, stream] of [
    ['out', child.stdout],
    ['err', child.stderr],
  ] as const)
    stream.setEncoding('utf8').on('data', (text: string) => {
      saidMs ??= performance.now();
      if (said[name].length < longestKept) said[name] += text;
    });
  const { pid = 0 } = child;
  let peakBytes = 0;
  let tick = 0;
  let signalledMs: number | undefined;
  let endedFor: MeasuredCommand['endedFor'];
  const kill = (): void => {
    for (const each of treeOf(pid).toReversed()) end(each);
  };
  const end = (each: number): void => {
    try {
      process.kill(each, 'SIGKILL');
    } catch {
      // The process has ended already.
    }
  };
  const terminate = (why: MeasuredCommand['endedFor']): void => {
    if (signalledMs !== undefined) return;
    endedFor = why;
    signalledMs = performance.now();
    child.kill('SIGTERM');
  };
  const sample = (): void => {
    const { now, peak } = memoryOf(treeOf(pid));
    peakBytes = Math.max(peakBytes, now, peak);
    const elapsedMs = performance.now() - begunMs;
    if (now > limits.memoryBytes) {
      endedFor = 'memory';
      kill();
    }
    if ((tick += 1) % 10 === 0 && sizeOf(cwd) > limits.diskBytes) {
      endedFor = 'disk';
      kill();
    }
    const sinceSaidMs = saidMs === undefined ? 0 : performance.now() - saidMs;
    if (signalAfterMs !== undefined && sinceSaidMs > signalAfterMs) terminate('signal');
    if (elapsedMs > limits.timeMs) terminate('time');
    if (signalledMs !== undefined && performance.now() - signalledMs > patienceMs) kill();
  };
  running.add(kill);
  const timer = setInterval(sample, sampleMs);
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      clearInterval(timer);
      running.delete(kill);
      const endedMs = performance.now();
      resolve({
        // The exit code as a shell reports it.
        code: signal === 'SIGTERM' ? 143 : code,
        ...(signal === null ? {} : { signal }),
        ...(endedFor === undefined ? {} : { endedFor }),
        ms: endedMs - begunMs,
        ...(signalledMs === undefined ? {} : { goneMs: endedMs - signalledMs }),
        peakBytes,
        folderBytes: sizeOf(cwd),
        ...said,
      });
    });
  });
}

/** The environment without variables that could influence the result: CI, colours, proxies and assay's own. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const decided = /^(ASSAY_|CI$|NO_COLOR$|FORCE_COLOR$|https?_proxy$|all_proxy$)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !decided.test(name)));
}
