import { watchLoop } from '../../http/loop-watch.ts';
import { startTimeLimit, type TimeLimit } from '../../http/time-limit.ts';

/**
 * The time limit of a provisioner: time in which assay had no processor does not count, as it does not for a target.
 */
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
