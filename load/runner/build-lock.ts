import { mkdir, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as after } from 'node:timers/promises';

/** The holder touches its lock this often; one untouched for longer than `staleMs` belongs to a process that died. */
const touchMs = 2_000;
const staleMs = 15_000;
const lookMs = 250;

/** Held until it is released. */
type Lock = { readonly release: () => Promise<void> };

/**
 * Waits for the lock folder and takes it. It only saves work: whoever holds it still puts the result in place by an
 * atomic rename, so that two holders (possible when both take over a stale lock) harm nothing.
 *
 * @param isDone makes waiting pointless: then there is no lock, and `undefined` is returned
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
  // Of a time ahead too: the clock was set back since, and nobody touches it any more.
  return found !== undefined && Math.abs(Date.now() - found.mtimeMs) > staleMs;
}

function hold(path: string): Lock {
  const touch = setInterval(() => {
    const now = new Date();
    // A lock that was taken over is the other holder's to touch, and its loss is harmless.
    utimes(path, now, now).catch(() => undefined);
  }, touchMs).unref();
  return {
    release: async () => {
      clearInterval(touch);
      await rm(path, { recursive: true, force: true });
    },
  };
}
