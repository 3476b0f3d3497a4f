/** Ratio of the time for which a result is reused to the CPU time that computing it took. */
const restsFor = 200;
/**
 * Bounds of that time: several callers ask within the same second, and none should get results older than a few
 * seconds.
 */
const [leastMs, mostMs] = [500, 5_000];

type Clocks = { readonly nowMs: () => number; readonly cpuMs: () => number };

const real: Clocks = {
  nowMs: () => performance.now(),
  cpuMs: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
};

/**
 * Computes a result, which costs more the longer a run is, with about half a percent of a processor, so that it does
 * not disturb a measurement on this machine.
 */
export function throttledByCpu<T>(tell: () => T | undefined, { nowMs, cpuMs }: Clocks = real): () => T {
  let last: { readonly told: T; readonly untilMs: number } | undefined;
  return () => {
    const [begunMs, cpuBefore] = [nowMs(), cpuMs()];
    if (last !== undefined && begunMs < last.untilMs) return last.told;
    const told = tell();
    if (told === undefined) throw new Error('It was asked for before there was anything to tell');
    const restMs = restsFor * (cpuMs() - cpuBefore);
    last = { told, untilMs: begunMs + Math.min(mostMs, Math.max(leastMs, restMs)) };
    return told;
  };
}
