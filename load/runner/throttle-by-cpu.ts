/** So many times as long as it takes to tell it, what was told last is told again. */
const restsFor = 200;
/** Within the same second several ask; and nobody is to wait longer than for a few. */
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
 * What costs the more the longer a run is, told for about half a percent of one processor: whoever measures on this machine
 * is to notice nothing of it.
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
