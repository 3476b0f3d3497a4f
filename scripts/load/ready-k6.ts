import { ensureK6 } from '../../load/runner/ensure-k6.ts';
import { UsageError } from '../errors/usage-error.ts';
import { endIfInterrupted, type Interruption } from '../output/interruption.ts';

/** The path of k6, which may have to be built first. Throws a UsageError that says what is missing, or an EarlyEnd. */
export async function readyK6(
  command: string,
  interruption: Interruption,
  say: (line: string) => void = console.log,
): Promise<string> {
  const on = ({ because }: { readonly because: string }): void => say(`${command}: ${because}`);
  const k6 = await ensureK6({ env: process.env, signal: interruption.signal }, on);
  endIfInterrupted(interruption, 'interrupted before anything was timed');
  if (k6.is !== 'ready') throw new UsageError(k6.because);
  return k6.path;
}
