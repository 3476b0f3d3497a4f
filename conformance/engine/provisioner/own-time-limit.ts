import { watchLoop } from '../../http/loop-watch.ts';
import { startTimeLimit, type TimeLimit } from '../../http/time-limit.ts';

/** The time that a provisioner has: what assay had no processor for is not its, as it is not a target's. */
export function ownTimeLimit(timeoutMs: number): Pick<TimeLimit, 'signal' | 'stop'> {
  const watch = watchLoop();
  const limit = startTimeLimit(timeoutMs, watch.stalledSince);
  return {
    signal: limit.signal,
    stop: () => {
      limit.stop();
      watch.stop();
    },
  };
}
