import { expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Operation } from '../../model/exchange.ts';
import { createWaitNotices } from './wait-notices.ts';

const quotaFields = [
  ['X-RateLimit-Remaining', '0'],
  ['X-RateLimit-Reset', '30'],
] as const;

/** The lines about waits, with a clock that stands still until it is set. */
function told() {
  let nowMs = 0;
  const lines: string[] = [];
  const waits = createWaitNotices(
    (line) => lines.push(line),
    () => nowMs,
  );
  return {
    lines,
    at: (ms: number): void => void (nowMs = ms),
    waits: (operation: Operation, waitMs: number, retryAfter?: string, stoodMs = 0) =>
      waits(
        answered({ status: 429, operation, headers: retryAfter === undefined ? [] : [['Retry-After', retryAfter]] }),
        operation,
        waitMs,
        stoodMs,
      ),
    waitsForQuota: (waitMs: number) =>
      waits(answered({ status: 429, operation: 'chat', headers: quotaFields }), 'chat', waitMs, 0),
  };
}

it('tells of a long wait what asked for it, and for how long, and of none that is short', () => {
  const { lines, waits } = told();
  waits('speech', 4_000, '4', 999);
  expect(lines).toEqual([]);
  waits('speech', 79_500, '80');
  expect(lines).toEqual([
    'waiting 80 s before the next request for speech: status 429 after 1 attempt, asking to wait 80 s',
  ]);
});
it('tells once of all that is to wait until the same moment, and again of what waits for longer, or later', () => {
  const { lines, at, waits } = told();
  waits('speech', 60_000, '60');
  at(2_000);
  waits('chat', 60_000, '60');
  expect(lines).toHaveLength(1);
  waits('voices', 80_000, '80');
  at(90_000);
  waits('chat', 30_000, '30');
  expect(lines.map((line) => line.slice(0, 12))).toEqual(['waiting 60 s', 'waiting 80 s', 'waiting 30 s']);
});
it.each([
  [undefined, 'status 429 after 1 attempt, which does not say for how long'],
  ['3600', 'status 429 after 1 attempt, asking to wait 3600 s, which is too long to wait for'],
])('tells once a minute of what is refused for long and asked again and again: %s', (retryAfter, because) => {
  const { lines, at, waits } = told();
  for (let time = 0; time < 9; time += 1) {
    at(time * 10_000);
    waits('speech', 4_000, retryAfter, 1_000);
  }
  const line = `waiting 4 s before the next request for speech: ${because}`;
  expect(lines).toEqual([line, line]);
});
it('names the fields of a rate limit where these say for how long, and tells of the next wait behind it', () => {
  const { lines, at, waitsForQuota } = told();
  waitsForQuota(30_000);
  at(40_000);
  waitsForQuota(30_000);
  const line =
    'waiting 30 s before the next request for chat: status 429 after 1 attempt, until its rate limit fields allow more';
  expect(lines).toEqual([line, line]);
});
it('tells once a minute of many short waits, which together take long', () => {
  const { lines, at, waits } = told();
  for (let second = 0; second < 130; second += 1) {
    at(second * 1_000);
    if (second % 2 === 0) waits(second % 4 === 0 ? 'chat' : 'speech', 1_500);
  }
  expect(lines).toEqual([
    '14 requests were refused for the moment in the last minute, the last of them for speech (status 429 after 1 attempt): the run waits after each, 21 s by now',
    expect.stringMatching(/^\d+ requests were refused for the moment/),
  ]);
});
it('counts a moment once in which several wait, and tells of none that are few', () => {
  const { lines, at, waits } = told();
  for (let second = 0; second < 130; second += 1) {
    at(second * 1_000);
    if (second % 5 === 0) for (const operation of ['chat', 'speech', 'bots'] as const) waits(operation, 1_500);
  }
  expect(lines).toEqual([]);
});
