import type { Dispatcher } from 'undici';
import { placeholders } from '../../model/probe.ts';
import { askProvisioner, maskedProvisionerReason } from './ask.ts';
import { ownTimeLimit } from './own-time-limit.ts';

type GiveBackOptions = {
  readonly timeoutMs?: number;
  readonly dispatcher?: Dispatcher | undefined;
  readonly mask?: (text: string) => string;
  readonly cwd?: string | undefined;
};

/** Less than for making a workspace: at the end of a run somebody waits for it. */
const giveBackTimeoutMs = 10_000;

/**
 * Gives a workspace back to the provisioner that made it, and to nobody else: redirects are not followed. Any 2xx, or
 * an exit code of 0, means that it was taken back. Returns the reason, without secrets, where it was not; otherwise
 * undefined.
 */
export async function giveBack(
  provisioner: string,
  token: string,
  signal: AbortSignal,
  { timeoutMs = giveBackTimeoutMs, dispatcher, cwd, mask = (text) => text }: GiveBackOptions = {},
): Promise<string | undefined> {
  if (signal.aborted) return tooLate;
  const time = ownTimeLimit(timeoutMs);
  const limited = AbortSignal.any([signal, time.signal]);
  try {
    await askProvisioner(provisioner, JSON.stringify({ delete: token }), { signal: limited, dispatcher, cwd });
    return undefined;
  } catch (error) {
    if (signal.aborted) return tooLate;
    const because = limited.aborted ? 'no answer in time' : error instanceof Error ? error.message : String(error);
    // The error may repeat the request.
    return maskedProvisionerReason(mask(because), provisioner, [[placeholders.workspace, token]]);
  } finally {
    time.stop();
  }
}

const tooLate = 'no time was left';
