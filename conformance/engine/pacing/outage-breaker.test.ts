import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../model/exchange.ts';
import { createOutageBreaker } from './outage-breaker.ts';

const busy = (wait?: string): Exchange =>
  answered({
    status: 429,
    operation: 'speech',
    id: 'speak#1',
    headers: wait === undefined ? [] : [['Retry-After', wait]],
  });
const wellSpoken = answered({ operation: 'speech' });
const wellListed = answered({ operation: 'bots' });

/** A circuit breaker whose clock stands until it is set. */
function patient() {
  let nowMs = 0;
  const outageBreaker = createOutageBreaker(() => nowMs);
  const note = (...exchanges: readonly Exchange[]): void =>
    exchanges.forEach((exchange) => outageBreaker.note(exchange, true));
  return { ...outageBreaker, note, at: (ms: number): void => void (nowMs = ms) };
}

describe('a target that says "not now"', () => {
  it('to everything is waited for through the pauses that it asks for, and no longer than 100 s', () => {
    const { note, at, reasonToStop } = patient();
    note(busy('60'));
    expect(reasonToStop('speech', 60_000)).toBeUndefined();
    at(60_000);
    note(busy('60'));
    expect(reasonToStop('chat', 30_000)).toBeUndefined();
    expect(reasonToStop('chat', 60_000)).toBe(
      'not sent: the target temporarily refuses every request, last a speech: status 429 after 1 attempt, asking to wait 60 s; the target allows fewer requests in a time: give a token with a higher limit, or judge the rest later',
    );
    note(wellListed);
    expect(reasonToStop('bots')).toMatch(/^not sent: the target temporarily refuses every request,/);
  });
  it('is waited for anew after each answer that is of use', () => {
    const { note, at, reasonToStop } = patient();
    for (let round = 0; round < 10; round += 1) {
      at(round * 70_000);
      note(busy('60'), busy('60'), wellSpoken);
      expect(reasonToStop('speech', 60_000)).toBeUndefined();
    }
  });
  it('to one operation is not asked for that any more, while others are', () => {
    const { note, at, reasonToStop } = patient();
    for (let time = 0; time < 8; time += 1) {
      at(time * 5_000);
      note(wellListed, busy());
    }
    expect(reasonToStop('speech')).toBe(
      'not sent: the target temporarily refuses every speech request, last a speech: status 429 after 1 attempt; the target allows fewer requests: give a token with a higher limit, or judge the rest later; a lower --concurrency helps if it limits how many go at once',
    );
    expect(reasonToStop('bots')).toBeUndefined();
  });
  it('to everything for a minute is no reason to stop asking for one operation', () => {
    const { note, at, reasonToStop } = patient();
    note(wellSpoken);
    for (let time = 0; time < 12; time += 1) {
      at(time * 5_000);
      note(busy());
      expect(reasonToStop('speech', 5_000)).toBeUndefined();
    }
    note(wellListed, busy());
    expect(reasonToStop('speech', 10_000)).toBeUndefined();
  });
  it.each([
    [429, 75_000],
    [503, 75_000],
    [504, 30_000],
  ])('to one operation that was answered before is waited for: %i for %i ms', (status, mostMs) => {
    const { note, at, reasonToStop } = patient();
    note(wellSpoken);
    for (let time = 0; time < 7; time += 1) note(answered({ status, operation: 'speech' }), wellListed);
    at(mostMs);
    expect(reasonToStop('speech')).toBeUndefined();
    expect(reasonToStop('speech', 1)).toMatch(/^not sent: the target temporarily refuses every speech request,/);
  });
  it('for longer than anybody waits is believed at the second time, and for everything at the eighth', () => {
    const { note, reasonToStop } = patient();
    note(busy('3600'));
    expect(reasonToStop('speech')).toBeUndefined();
    note(busy('3600'));
    expect(reasonToStop('speech')).toMatch(/asking to wait 3600 s; .* try again after that time$/);
    expect(reasonToStop('chat')).toBeUndefined();
    for (let time = 0; time < 6; time += 1) note(busy('3600'));
    expect(reasonToStop('chat')).toMatch(/^not sent: the target temporarily refuses every request,/);
  });
  it('to a workspace of its own may say what that has left, and closes no operation, nor the run', () => {
    const outageBreaker = createOutageBreaker();
    for (let time = 0; time < 9; time += 1) outageBreaker.note(busy('3600'), false);
    expect([outageBreaker.reasonToStop('speech'), outageBreaker.reasonToStop('chat')]).toEqual([undefined, undefined]);
  });
});

describe('a target that nobody reaches', () => {
  const refused = unanswered('refused');
  const words =
    'connection refused: service.test (the detail), at every attempt; the remaining requests were not sent. ';
  const toDo = {
    atFirst: 'Check the address and the service; --wait 2m waits for a deployment to come up',
    later: 'It was answered before: start the service again, and check --rerun-failed judges the rest',
  };
  it('is given up within seconds where nothing was ever answered', () => {
    const { note, at, reasonToStop } = patient();
    note(refused);
    expect(reasonToStop('chat', 1_500)).toBeUndefined();
    at(2_500);
    note(refused);
    expect(reasonToStop('chat', 1_500)).toBe(`${words}${toDo.atFirst}`);
  });
  it('is waited for where it was there, and forgotten to have been away when it is back', () => {
    const { note, at, reasonToStop } = patient();
    note(wellListed, refused);
    at(13_000);
    expect(reasonToStop('chat', 1_500)).toBeUndefined();
    note(wellListed, refused);
    at(27_000);
    expect(reasonToStop('chat')).toBeUndefined();
    expect(reasonToStop('chat', 1_500)).toBe(`${words}${toDo.later}`);
  });
});
