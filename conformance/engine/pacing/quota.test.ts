import { describe, expect, it } from 'vitest';
import { createQuota } from './quota.ts';

/**
 * A quota of ten requests in ten seconds, with a clock that stands still until it is set; `told` notes what an answer
 * announces.
 */
function quotaOf10() {
  let now = 0;
  const quota = createQuota(() => now);
  const told = (left: number, isRefusal = false, resetMs = Math.max(0, 10_000 - now)): void =>
    quota.note({ left, resetMs, limit: 10 }, now, isRefusal);
  return { ...quota, told, at: (ms: number): void => void (now = ms) };
}

describe('a quota that answers tell of', () => {
  it('holds nothing back before a refusal has confirmed it, but for the number at once', () => {
    const { told, opensAtMs, size, noteBegin } = quotaOf10();
    told(1);
    expect([size(), opensAtMs(1)]).toEqual([Infinity, 0]);
    noteBegin(1);
    expect([size(), opensAtMs(1)]).toEqual([1, 0]);
  });
  it('is kept to from then on: nothing begins before there are more, or enough for all that begin together', () => {
    const { told, opensAtMs, size, noteBegin, at } = quotaOf10();
    told(0, true);
    expect([size(), opensAtMs(1)]).toEqual([Infinity, 11_000]);
    at(11_000);
    expect(opensAtMs(1)).toBe(0);
    told(9, false, 10_000);
    noteBegin(6);
    expect([opensAtMs(3), opensAtMs(4)]).toEqual([0, 22_000]);
    told(1, false, 9_000);
    expect([opensAtMs(1), opensAtMs(2)]).toEqual([0, 22_000]);
  });
  it('lets a group begin that is larger than it ever allows', () => {
    const { told, opensAtMs, at } = quotaOf10();
    told(0, true);
    at(11_000);
    told(10, false, 10_000);
    expect(opensAtMs(64)).toBe(0);
  });
  it('is no limit where requests are answered though nothing was left', () => {
    const { told, opensAtMs, size, at } = quotaOf10();
    told(0);
    for (const ms of [1, 2, 3]) {
      at(ms);
      told(0);
    }
    expect([size(), opensAtMs(1)]).toEqual([Infinity, 0]);
    told(0, true);
    expect(opensAtMs(1)).toBe(0);
  });
  it('is not waited for where that takes longer than anybody waits', () => {
    const { told, opensAtMs, size } = quotaOf10();
    told(0, true, 86_400_000);
    expect([size(), opensAtMs(1)]).toEqual([Infinity, 0]);
  });
});
