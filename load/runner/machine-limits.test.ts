import { describe, expect, it } from 'vitest';
import { limitWarnings, machineLimits } from './machine-limits.ts';

const files: Readonly<Record<string, string>> = {
  '/proc/sys/net/ipv4/ip_local_port_range': '32768\t60999\n',
  '/proc/self/limits':
    'Limit  Soft  Hard  Units\nMax open files            1024                 4096                 files\n',
};

describe('the limits of this machine', () => {
  it('are read where the system says them', () => {
    expect(machineLimits((path) => files[path] ?? '')).toEqual({ ports: 28_232, fileHandles: 4_096 });
    expect(machineLimits(() => '')).toEqual({});
  });
  it('are told, with what to do, where a run would pass them', () => {
    const limits = { ports: 28_232, fileHandles: 4_096 };
    expect(limitWarnings(limits, 100)).toEqual([]);
    expect(limitWarnings({}, 1e6)).toEqual([]);
    expect(limitWarnings(limits, 4_000)).toEqual([expect.stringContaining('ulimit -n')]);
    expect(limitWarnings(limits, 28_000)).toEqual([
      expect.stringContaining('ip_local_port_range'),
      expect.stringContaining('--max-in-flight'),
    ]);
  });
});
