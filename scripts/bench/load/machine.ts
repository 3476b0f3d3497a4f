import { readFileSync } from 'node:fs';

/** Processor seconds of the whole machine since boot: in use, and stolen by the host. */
type MachineCpu = { readonly busyS: number; readonly stealS: number };

/** /proc/stat counts in hundredths of a second (USER_HZ): user nice system idle iowait irq softirq steal. */
export function machineCpu(): MachineCpu {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)
    .flatMap((line) => line.trim().split(/\s+/).slice(1).map(Number));
  return { busyS: (user + nice + system + irq + softirq) / 100, stealS: steal / 100 };
}

/** The share of all processors that other processes and the host used in between. */
export function othersShare(
  before: MachineCpu,
  after: MachineCpu,
  ownS: number,
  wallS: number,
  cores: number,
): { readonly foreign: number; readonly steal: number } {
  const foreignS = Math.max(0, after.busyS - before.busyS - ownS);
  return { foreign: foreignS / (wallS * cores), steal: (after.stealS - before.stealS) / (wallS * cores) };
}

/**
 * Processor seconds of one process, 0 when it is gone. Its name may contain any character and ends with the last
 * bracket.
 */
export function processCpuS(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}
