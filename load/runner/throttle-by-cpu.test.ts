import { expect, it } from 'vitest';
import { throttledByCpu } from './throttle-by-cpu.ts';

it('what takes long to tell is told the more throttledByCpu, but no more throttledByCpu than every five seconds', () => {
  let [now, cpu, told] = [0, 0, 0];
  const costs: number[] = [0, 10, 1_000, 0];
  const tell = throttledByCpu(
    () => {
      cpu += costs[told] ?? 0;
      return (told += 1);
    },
    { nowMs: () => now, cpuMs: () => cpu },
  );
  const at = (ms: number): number => {
    now = ms;
    return tell();
  };
  expect([at(0), at(499), at(500)]).toEqual([1, 1, 2]);
  // 10 ms of processor time: again after 2 s.
  expect([at(2_499), at(2_500)]).toEqual([2, 3]);
  expect([at(7_499), at(7_500)]).toEqual([3, 4]);
});
