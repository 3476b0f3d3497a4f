import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { outputsOfK6, type Output } from '../plan/outputs.ts';
import type { Forwarding, InterruptSignal } from './interrupts.ts';

/** How k6 ended. `errors` contains the last lines that it printed. */
export type K6Ending = {
  readonly code: number | null;
  /** The signal that ended k6; `code` is then null. */
  readonly endedBy?: NodeJS.Signals;
  readonly errors: string;
  /**
   * Lines that k6 writes for programs about its end (load/k6ext/process.go): `disk FILE: why` where an output could not
   * be kept, `credits` where the scenario ended at a 402.
   */
  readonly told: readonly string[];
  /** The signal that this process received while k6 ran. */
  readonly interruptedBy?: InterruptSignal;
};

type K6Start = {
  readonly k6Path: string;
  readonly bundle: string;
  readonly env: NodeJS.ProcessEnv;
  readonly segment?: string | undefined;
  readonly output?: Output | undefined;
  /** Asks k6 to finish, like an interrupt. */
  readonly stop?: AbortSignal;
  readonly interrupts: Forwarding;
};

/** The arguments of k6; everything else is passed by its environment. */
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
 * Runs k6 to its end. The first SIGINT, SIGTERM or SIGHUP of this process asks k6 to finish: it aborts the requests in
 * flight and writes every record. The second kills it; what it had written by then is complete up to its last line.
 *
 * @throws when the program cannot be started at all
 */
export function startK6(start: K6Start): Promise<K6Ending> {
  return new Promise((resolve, reject) => {
    // k6 gets its own process group: otherwise a terminal's Ctrl-C would reach it twice, and the second means kill.
    const child = spawn(start.k6Path, [...k6Arguments(start)], {
      env: { ...start.env, ASSAY_ENDS_WITH_INPUT: '1', ASSAY_TELLS: '3' },
      detached: true,
      // Nothing is written to the input of k6. It closes when this process ends, also when it is killed, and k6 then
      // ends.
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
