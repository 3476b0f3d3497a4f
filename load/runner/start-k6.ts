import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { outputsOfK6, type Output } from '../plan/outputs.ts';
import type { Forwarding, Interrupt } from './interrupts.ts';

/** How k6 ended. `errors` holds the last lines that it printed. */
export type K6Ending = {
  readonly code: number | null;
  /** The signal that ended it; then there is no code. */
  readonly endedBy?: NodeJS.Signals;
  readonly errors: string;
  /** What it told of its end for programs (load/k6ext/process.go): `disk FILE: why`, where what it wrote could not be kept, `credits` where the scenario ended at a 402. */
  readonly told: readonly string[];
  /** The signal that this process got while k6 ran. */
  readonly interruptedBy?: Interrupt;
};

type K6Start = {
  readonly k6Path: string;
  readonly bundle: string;
  readonly env: NodeJS.ProcessEnv;
  readonly segment?: string | undefined;
  readonly output?: Output | undefined;
  /** Asks k6 to finish, as an interrupt does. */
  readonly stop?: AbortSignal;
  readonly interrupts: Forwarding;
};

/** What k6 is started with; everything else goes by its environment. */
export function k6Arguments({
  bundle,
  segment,
  output,
}: Pick<K6Start, 'bundle' | 'segment' | 'output'>): readonly string[] {
  const flags = ['--quiet', '--no-color', '--no-usage-report', '--summary-mode=disabled', '--log-format=raw'];
  const part = segment === undefined ? [] : [`--execution-segment=${segment}`];
  const out = output === undefined ? [] : [`--out=${outputsOfK6[output].flag}`];
  return ['run', ...flags, ...out, ...part, '--address=', bundle];
}

/**
 * Runs k6 to its end. On the first SIGINT, SIGTERM or SIGHUP of this process k6 is asked to finish: it cuts off what is in
 * flight and writes every record. The second kills it; what it had written by then is whole up to its last line.
 *
 * @throws when the program cannot be started at all
 */
export function startK6(start: K6Start): Promise<K6Ending> {
  return new Promise((resolve, reject) => {
    // In a process group of its own: a terminal's Ctrl-C would reach k6 twice, and its second one means kill.
    const child = spawn(start.k6Path, [...k6Arguments(start)], {
      env: { ...start.env, ASSAY_ENDS_WITH_INPUT: '1', ASSAY_TELLS: '3' },
      detached: true,
      // Nothing is written to its input: it closes with this process, also where that is killed, and k6 ends by it.
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    });
    let errors = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-16_384);
    });
    let told = '';
    (child.stdio[3] as Readable | null)?.setEncoding('utf8').on('data', (text: string) => {
      told = (told + text).slice(-1_024);
    });
    start.interrupts.to((signal) => child.kill(signal));
    const onStop = (): boolean => child.kill('SIGINT');
    start.stop?.addEventListener('abort', onStop, { once: true });
    child.on('error', reject);
    child.on('close', (code, endedBy) => {
      start.stop?.removeEventListener('abort', onStop);
      const interruptedBy = start.interrupts.by();
      resolve({
        code,
        ...(endedBy && { endedBy }),
        errors,
        told: told.split('\n').filter((word) => word !== ''),
        ...(interruptedBy && { interruptedBy }),
      });
    });
  });
}
