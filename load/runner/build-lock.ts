import { mkdir, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as after } from 'node:timers/promises';

/**
 * Interval in milliseconds at which the holder touches its lock. A lock untouched for longer than `staleMs` belongs to
 * a process that died.
 */
const touchMs = 2_000;
const staleMs = 15_000;
const lookMs = 250;

/** A lock that is held until it is released. */
type Lock = { readonly release: () => Promise<void> };

/**
 * Waits for the lock folder and takes it. The lock only saves work: its holder puts the result in place by an atomic
 * rename, so two holders (possible when both take over a stale lock) do no harm.
 *
 * @param isDone whether the work is already done: then no lock is taken, and the result is undefined
 */
export async function takeLock(
  path: string,
  isDone: () => boolean,
  onWait: () => void,
  signal?: AbortSignal,
): Promise<Lock | undefined> {
  let waited = false;
  while (!isDone()) {
    signal?.throwIfAborted();
    if (await made(path)) return hold(path);
    if (await isStale(path)) await rm(path, { recursive: true, force: true });
    else if (!waited) {
      waited = true;
      onWait();
    }
    await after(lookMs, undefined, { ...(signal && { signal }) });
  }
  return undefined;
}

async function made(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function isStale(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  // A time in the future counts as stale too: the clock was set back since, and nothing touches the lock any more.
  return found !== undefined && Math.abs(Date.now() - found.mtimeMs) > staleMs;
}

function hold(path: string): Lock {
  const touch = setInterval(() => {
    const now = new Date();
    // A lock that was taken over belongs to the other holder, and losing it is harmless.
    utimes(path, now, now).catch(() => undefined);
  }, touchMs).unref();
  return {
    release: async () => {
      clearInterval(touch);
      await rm(path, { recursive: true, force: true });
    },
  };
}
