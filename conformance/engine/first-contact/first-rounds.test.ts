import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../model/exchange.ts';
import { longestRoundsMs, nextRound, type NextRound, type Rounds } from './first-rounds.ts';

const notNow = (wait?: string): Exchange =>
  answered({ status: 503, operation: 'voices', headers: wait === undefined ? [] : [['Retry-After', wait]] });
const refused = unanswered('refused', 'voices');
const silent = unanswered('timeout', 'voices');
const alsoSilent = unanswered('timeout', 'bots');
const well = answered({ operation: 'bots' });
const dripping = answered({ operation: 'bots', ending: 'timeout', chunks: [{ atMs: 15_000, bytes: 3 }] });
const cutOff = answered({ operation: 'bots', ending: 'left' });

function after(number: number, elapsedMs: number, last: readonly Exchange[], more: Partial<Rounds> = {}): NextRound {
  return nextRound({ last, kept: last, number, elapsedMs, hasWaited: false, timeoutMs: 10_000, ...more });
}

describe('a target answers', () => {
  it.each([
    ['a list, while the other hangs', [silent, well]],
    ['an error of its own', [answered({ status: 500 }), notNow()]],
    ['that payment is required', [answered({ status: 402 }), notNow()]],
    ['what breaks the grammar of HTTP, which is judged', [unanswered('malformed'), silent]],
  ])('where it says %s', (_, last) => {
    expect(after(1, 10_000, last)).toEqual({ is: 'answered' });
  });
});

describe('a target that gives no answer', () => {
  it('is asked a second time at once where it was silent, and no third time', () => {
    expect(after(1, 10_001, [silent, alsoSilent])).toMatchObject({ is: 'again', pauseMs: 0 });
    expect(after(2, 17_502, [silent, alsoSilent])).toEqual({
      is: 'dead',
      because:
        'no response header within 10.0 s (the lists of voices and bots were requested twice in 17.5 s, and nothing that costs credits was sent)',
      about: { is: 'target', how: 'silent', seen: 'no response header within 10.0 s', rounds: 2, forMs: 17_502 },
    });
  });
  it('is asked no second time where the first took all the time there is', () => {
    expect(after(1, 17_501, [silent, dripping])).toMatchObject({
      is: 'dead',
      because:
        '/v1/x: no response header within 10.0 s; /v1/x: still sending after 15.0 s; --timeout 60s gives it more time (the lists of voices and bots were requested once in 17.5 s, and nothing that costs credits was sent)',
    });
    expect(longestRoundsMs(10_000)).toBe(17_500);
  });
  it('is told where it sends its callers, and not asked again', () => {
    const to = (location: string, status = 308): Exchange => {
      const exchange = answered({ status, operation: 'voices', headers: [['Location', location]] });
      return { ...exchange, request: { ...exchange.request, url: 'http://service.test/a/v1/bots' } };
    };
    expect(after(1, 20, [to('https://service.test/a/v1/bots'), to('https://service.test/a/v1/bots/', 301)])).toEqual({
      is: 'dead',
      because:
        'the target sends its callers to https://service.test/a, and redirects are not followed; try --target https://service.test/a (the lists of voices and bots were requested once in 0.0 s, and nothing that costs credits was sent)',
      about: {
        is: 'target',
        how: 'redirected',
        seen: 'the target sends its callers to https://service.test/a, and redirects are not followed; try --target https://service.test/a',
        rounds: 1,
        forMs: 20,
      },
    });
    const there = to('https://other.test/v1/bots');
    for (const other of [
      well,
      to('/a/v1/bots/'),
      to('https://other.test/login'),
      to('mailto:a@b/v1/bots'),
      to('https://other.test/v1/bots', 303),
    ])
      expect(after(1, 20, [there, other])).toEqual({ is: 'answered' });
  });
  it('is told by what came to its end, where the last was cut off', () => {
    expect(after(2, 17_501, [cutOff], { kept: [silent] })).toMatchObject({
      because: expect.stringMatching(/^no response header within 10\.0 s \(/) as string,
    });
    expect(after(1, 17_501, [cutOff], { kept: [] })).toMatchObject({
      because: expect.stringMatching(/^no answer was complete \(/) as string,
    });
  });
  it('is given four seconds where nobody is there', () => {
    expect(after(3, 1_500, [refused])).toMatchObject({ is: 'again', pauseMs: 1_500 });
    expect(after(4, 3_000, [refused])).toMatchObject({
      is: 'dead',
      because:
        'connection refused: service.test (the detail) (the lists of voices and bots were requested 4 times in 3.0 s, and nothing that costs credits was sent)',
    });
    expect(after(1, 9_000, [refused])).toMatchObject({ is: 'again' });
  });
  it('is told in the way that says best what to look at, and in none where that is unknown', () => {
    const howOf = (...last: readonly Exchange[]) => {
      const next = after(9, 20_000, last);
      return next.is === 'dead' && next.about?.is === 'target' ? next.about.how : 'it is not dead';
    };
    const notTls = { ...unanswered('tls', 'bots').response, code: 'ERR_SSL_WRONG_VERSION_NUMBER' } as const;
    expect(howOf(silent, refused)).toBe('refused');
    expect(howOf(unanswered('dns', 'bots'), silent)).toBe('dns');
    expect(howOf(unanswered('tls', 'bots'))).toBe('tls');
    expect(howOf({ ...silent, response: notTls })).toBe('notTls');
    expect(howOf(dripping)).toBe('silent');
    expect(howOf(notNow())).toBeUndefined();
  });
  it.each(['dns', 'tls'] as const)('is not asked again where there is no way to it: %s', (because) => {
    expect(after(1, 10, [unanswered(because), unanswered(because)])).toMatchObject({ is: 'dead' });
    expect(after(1, 10, [unanswered(because), silent])).toMatchObject({ is: 'again' });
  });
});

describe('a target that says "not now"', () => {
  it('is given the time to start, and is dead when that is over', () => {
    expect(after(7, 14_900, [notNow()])).toMatchObject({ is: 'again', pauseMs: 2_500, isGranted: false });
    expect(after(8, 15_100, [notNow()])).toMatchObject({
      is: 'dead',
      because:
        'status 503 after 1 attempt (the lists of voices and bots were requested 8 times in 15.1 s, and nothing that costs credits was sent)',
    });
  });
  it('is not asked before it wants to be', () => {
    expect(after(1, 100, [notNow('5')])).toMatchObject({ is: 'again', pauseMs: 5_000, isGranted: false });
    expect(after(4, 15_100, [notNow('5')])).toMatchObject({ is: 'dead' });
  });
  it('is granted one long wait', () => {
    expect(after(1, 100, [notNow('60')])).toMatchObject({ is: 'again', pauseMs: 60_000, isGranted: true });
    expect(after(2, 200, [notNow('60')], { hasWaited: true })).toMatchObject({ is: 'dead' });
  });
  it('for longer than anybody waits is believed the second time', () => {
    expect(after(1, 100, [notNow('1000000000')])).toMatchObject({ is: 'again', pauseMs: 500 });
    expect(after(2, 700, [notNow('1000000000')])).toMatchObject({ is: 'dead' });
  });
});
