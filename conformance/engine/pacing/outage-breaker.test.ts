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

/** An outage breaker with a clock that stands still until it is set. */
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
    expect(reasonToStop('speech', 30_000)).toBeUndefined();
    expect(reasonToStop('speech', 60_000)).toBe(
      'not sent: 2 speeches in a row were refused for the moment, the last one with status 429 after 1 attempt, asking to wait 60 s; the target allows fewer requests in a time: give a token with a higher limit, or judge the rest later',
    );
    note(wellListed);
    expect(reasonToStop('speech')).toMatch(/^not sent: 2 speeches in a row/);
  });
  it('to one operation for all that time is asked for others before anything else is given up', () => {
    const { note, at, reasonToStop } = patient();
    const bad = answered({ status: 502, operation: 'speech' });
    note(wellSpoken, ...Array.from({ length: 45 }, () => bad));
    at(101_000);
    expect(reasonToStop('speech')).toMatch(
      /^not sent: 45 speeches in a row were refused for the moment, the last one with status 502 after 1 attempt; /,
    );
    expect(reasonToStop('chat')).toBeUndefined();
    note(answered({ status: 502, operation: 'chat' }));
    expect(reasonToStop('chat')).toMatch(/^not sent: 46 requests in a row, for speeches, chats, were refused for the/);
    expect(reasonToStop('bots')).toBeUndefined();
    note(wellListed);
    expect(reasonToStop('stream')).toBeUndefined();
  });
  it('to one operation is asked for something shorter of it, a few times', () => {
    const { note, at, reasonToStop } = patient();
    const ofBytes = (bytes: number, status = 502): Exchange =>
      answered({ status, operation: 'speech', sent: 'x'.repeat(bytes - 2) });
    const closed = (): string | undefined => reasonToStop('speech', 0, 900);
    note(wellListed);
    for (let time = 0; time < 6; time += 1) note(ofBytes(900 + time), wellListed);
    at(31_000);
    expect(closed()).toMatch(/^not sent: 6 speeches in a row/);
    expect(reasonToStop('speech', 0, 899)).toBeUndefined();
    note(ofBytes(500));
    expect(reasonToStop('speech', 0, 899)).toBe(closed());
    note(ofBytes(400, 200));
    expect(closed()).toBeUndefined();
    for (let time = 0; time < 7; time += 1) note(ofBytes(900), wellListed);
    at(70_000);
    expect(closed()).toMatch(/^not sent: 6 speeches in a row/);
    for (const bytes of [800, 700, 600, 500, 400]) {
      expect(reasonToStop('speech', 0, bytes)).toBeUndefined();
      note(ofBytes(bytes));
    }
    expect(reasonToStop('speech', 0, 300)).toBe(closed());
  });
  it('to one operation is not believed to be over for ever by what is answered in front of it', () => {
    const { note, at, reasonToStop } = patient();
    const reasons = [1, 2, 3].map((round) => {
      note(wellListed);
      for (let time = 0; time < 7; time += 1) note(answered({ status: 502, operation: 'speech' }), wellListed);
      at(round * 40_000);
      const reason = reasonToStop('speech');
      note(answered({ status: 401, operation: 'speech' }));
      return [reason === undefined, reasonToStop('speech') === undefined];
    });
    expect(reasons).toEqual([
      [false, true],
      [false, true],
      [false, false],
    ]);
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
      'not sent: 8 speeches in a row were refused for the moment, the last one with status 429 after 1 attempt; the target allows fewer requests: give a token with a higher limit, or judge the rest later; a lower --concurrency helps if it limits how many go at once',
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
    expect(reasonToStop('speech', 1)).toMatch(/^not sent: 6 speeches in a row/);
  });
  it('for longer than anybody waits is believed at the second time, and of all that was tried at the eighth', () => {
    const { note, reasonToStop } = patient();
    note(busy('3600'));
    expect(reasonToStop('speech')).toBeUndefined();
    note(busy('3600'));
    expect(reasonToStop('speech')).toMatch(/asking to wait 3600 s; .* try again after that time$/);
    expect(reasonToStop('chat')).toBeUndefined();
    note(answered({ status: 429, operation: 'chat', headers: [['Retry-After', '3600']] }));
    expect(reasonToStop('chat')).toBeUndefined();
    for (let time = 0; time < 5; time += 1) note(busy('3600'));
    expect(reasonToStop('chat')).toMatch(/^not sent: 8 requests in a row, for speeches, chats, were refused/);
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
