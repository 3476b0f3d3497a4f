import { describe, expect, it } from 'vitest';
import type { HeaderFields } from '../../model/exchange.ts';
import { quotaIn } from './quota.ts';

const nowMs = Date.UTC(2026, 10, 22, 12, 0, 0);
const inSeconds = (seconds: number): string => `${nowMs / 1_000 + seconds}`;
const read = (...headers: HeaderFields): unknown => quotaIn(headers, nowMs);

describe('what an answer tells of a limit', () => {
  it.each([
    ['X-RateLimit-', '30', 30_000],
    ['RateLimit-', '30', 30_000],
    ['x-rate-limit-', inSeconds(30), 30_000],
    ['X-RateLimit-', `${nowMs + 1_500}`, 1_500],
    ['X-RateLimit-', inSeconds(-5), 0],
    ['X-RateLimit-', '0.25', 250],
    ['X-RateLimit-', '20ms', 20],
    ['X-RateLimit-', '6m0s', 360_000],
    ['X-RateLimit-', '1h1.5s', 3_601_500],
  ])('is read from %sReset: %s', (prefix, reset, resetMs) => {
    const told = read([`${prefix}Limit`, '100'], [`${prefix}Remaining`, '7'], [`${prefix}Reset`, reset]);
    expect(told).toEqual({ left: 7, resetMs, limit: 100 });
  });
  it('is read from the one field RateLimit, in both forms of the draft', () => {
    expect(read(['RateLimit', 'limit=100, remaining=7, reset=5'])).toEqual({ left: 7, resetMs: 5_000, limit: 100 });
    expect(read(['RateLimit', '"default";r=7;t=5'])).toEqual({ left: 7, resetMs: 5_000, limit: undefined });
  });
  it('is held against the clock of the target', () => {
    const late: HeaderFields[number] = ['Date', new Date(nowMs + 3_600_000).toUTCString()];
    const told = read(late, ['X-RateLimit-Remaining', '7'], ['X-RateLimit-Reset', inSeconds(3_605)]);
    expect(told).toEqual({ left: 7, resetMs: 5_000, limit: undefined });
  });
  it('may say more than one number of its limit', () => {
    const told = read(['RateLimit-Limit', '100, 100;w=60'], ['RateLimit-Remaining', '7'], ['RateLimit-Reset', '1']);
    expect(told).toEqual({ left: 7, resetMs: 1_000, limit: 100 });
  });
  it.each([
    [],
    [['X-RateLimit-Remaining', '7']],
    [['X-RateLimit-Reset', '7']],
    [
      ['X-RateLimit-Remaining', 'none'],
      ['X-RateLimit-Reset', 'soon'],
    ],
    [
      ['X-RateLimit-Remaining', '-1'],
      ['X-RateLimit-Reset', ''],
    ],
    [
      ['X-RateLimit-Remaining', '1'.repeat(400)],
      ['X-RateLimit-Reset', '1'.repeat(400)],
    ],
    [['RateLimit', 'r'.repeat(1e5)]],
  ] satisfies HeaderFields[])('is nothing where there is no such field, or no sense in it', (...headers) => {
    expect(quotaIn(headers, nowMs)).toBeUndefined();
  });
});
