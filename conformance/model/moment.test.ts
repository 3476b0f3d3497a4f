import { expect, it } from 'vitest';
import { isoOf, momentMs, momentOf } from './moment.ts';

it('a moment is written and read with its microseconds', () => {
  const ms = Date.parse('2026-01-02T03:04:05.006Z');
  expect(isoOf(ms)).toBe('2026-01-02T03:04:05.006000Z');
  expect(isoOf(ms + 0.0625)).toBe('2026-01-02T03:04:05.006062Z');
  expect(momentOf('2026-01-02T03:04:05.006062Z')).toEqual({ ms: ms + 0.062, clockMs: 0.001 });
  expect(momentOf('2026-01-02T03:04:05.006Z')).toEqual({ ms, clockMs: 1 });
});

it('moments follow each other, near the time of day', () => {
  const [first, second] = [momentMs(), momentMs()];
  expect(second).toBeGreaterThanOrEqual(first);
  expect(Math.abs(first - Date.now())).toBeLessThan(60_000);
});
