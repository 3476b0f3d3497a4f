import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../model/exchange.ts';
import { createShutOutSigns } from './shut-out-signs.ts';

const own = '{"error":{"code":"unknown_bot","message":"No such bot."}}';
const page = '<h1>Forbidden</h1>';

/** A chat that begins in this second of a run, and is answered 20 ms later. */
function told(status: number, second: number, body = own): Exchange {
  const sample = answered({ status, body });
  const headers = [['authorization', 'Bearer t']] as const;
  const startedAt = new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString();
  return {
    ...sample,
    operation: 'chat',
    startedAt,
    request: { ...sample.request, headers },
    response: { ...sample.response, endedAtMs: 20 },
  };
}

const msOf = (second: number): number => Date.UTC(2026, 0, 1) + second * 1_000 + 20;

/** The sign of each of these exchanges, in their order. */
function signsOf(...exchanges: readonly Exchange[]): readonly unknown[] {
  const signOf = createShutOutSigns();
  return exchanges.map(signOf);
}

const refused = (seconds: readonly number[], body = own): readonly Exchange[] => seconds.map((s) => told(404, s, body));

describe('a refusal is a sign that nothing is let in any more', () => {
  it('where it is no error of the interface, and looks as none before', () => {
    expect(signsOf(told(403, 1, page), told(403, 2, page), told(403, 3, `${page}!`))).toEqual([
      { status: 403, sinceMs: msOf(1) },
      undefined,
      { status: 403, sinceMs: msOf(1) },
    ]);
  });

  it('at every fifth in a row, whatever it looks like', () => {
    const signs = signsOf(...refused([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
    expect(signs.flatMap((sign, at) => (sign === undefined ? [] : [[at, sign]]))).toEqual([
      [4, { status: 404, sinceMs: msOf(1) }],
      [9, { status: 404, sinceMs: msOf(1) }],
    ]);
  });

  it.each([200, 400, 402, 422])('but not with a %i between them, by which a request was read', (status) => {
    expect(signsOf(...refused([1, 2, 3, 4]), told(status, 5), ...refused([6, 7, 8, 9]))).toEqual(
      Array(9).fill(undefined),
    );
  });

  it('where what was read had begun before they came', () => {
    const signs = signsOf(...refused([3, 4, 5, 6]), told(200, 2), told(404, 7));
    expect(signs.at(-1)).toEqual({ status: 404, sinceMs: msOf(3) });
  });

  it('where the request had a token: without one it is refused anyway', () => {
    const refusal = told(403, 1, page);
    expect(signsOf({ ...refusal, request: { ...refusal.request, headers: [] } })).toEqual([undefined]);
    expect(signsOf({ ...refusal, request: { ...refusal.request, raw: 'x' } })).toEqual([undefined]);
  });

  it('and no other status is', () => {
    expect(signsOf(...[401, 405, 429, 500, 503].map((status) => told(status, 1, page)))).toEqual(
      Array(5).fill(undefined),
    );
  });
});
