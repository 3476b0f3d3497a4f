import { setTimeout as sleep } from 'node:timers/promises';

/** The status with which a provisioner refused, and how long it asks to wait. */
export class ProvisionerRefused extends Error {
  override readonly name = 'ProvisionerRefused';
  readonly status: number;
  readonly retryAfterMs: number | undefined;

  constructor(status: number, said: string, retryAfterMs?: number) {
    super(`status ${status} ${said}`);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Asks a provisioner, and again where it is busy or out of order for a moment. */
export type ProvisionerRetry = <Out>(ask: () => Promise<Out>, signal: AbortSignal) => Promise<Out>;

const pausesMs = [300, 1_000, 3_000] as const;
/** Longest wait that a provisioner may ask for; a longer one is not waited for. */
const longestMs = 20_000;
/** Failures in a row, each after further attempts, that show that the provisioner is out of order for good. */
const mostFailuresInRow = 2;
const busy: readonly number[] = [429, 503];
const passing: readonly number[] = [...busy, 500, 502, 504];

/** The retry of one run. A provisioner that was too busy once is asked one request at a time from then on. */
export function createProvisionerRetry(): ProvisionerRetry {
  let isBusy = false;
  let failuresInRow = 0;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = async <Out>(ask: () => Promise<Out>): Promise<Out> => {
    const own = last.then(ask);
    last = own.catch(() => undefined);
    return own;
  };
  return async (ask, signal) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const out = await (isBusy ? inTurn(ask) : ask());
        failuresInRow = 0;
        return out;
      } catch (error) {
        const pauseMs = signal.aborted ? undefined : pauseBehind(error, attempt);
        if (error instanceof ProvisionerRefused) isBusy ||= busy.includes(error.status);
        if (pauseMs === undefined && attempt > 0) failuresInRow += 1;
        if (pauseMs === undefined || failuresInRow >= mostFailuresInRow) throw error;
        await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
  };
}

function pauseBehind(error: unknown, attempt: number): number | undefined {
  const usualMs = pausesMs[attempt];
  if (usualMs === undefined || !(error instanceof ProvisionerRefused) || !passing.includes(error.status))
    return undefined;
  const pauseMs = error.retryAfterMs ?? usualMs;
  return pauseMs > longestMs ? undefined : pauseMs;
}
