import { describe, expect, it } from 'vitest';
import { endOfExchange } from '../../model/moment.ts';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../model/exchange.ts';
import {
  tokenEndOf,
  isOwnTokenRefused,
  isTokenAccepted,
  isTokenRejected,
  presentsToken,
  containsToken,
  tokenEnded,
} from './token-end.ts';

const own = 'Bearer ${ASSAY_TOKEN}';
const end = tokenEnded('2026-01-01T12:03:10.000000Z', '2026-01-01T12:03:11.000Z');

type Told = {
  readonly status?: number;
  readonly authorization?: string;
  readonly at?: string;
  readonly raw?: string;
  readonly rest?: string;
  readonly operation?: Exchange['operation'];
};

function told({ status = 401, authorization = own, at = '12:03:12', raw, rest, operation = 'speech' }: Told): Exchange {
  const sample = answered({ status });
  const onWire = { version: '1.1', interim: [], rest: rest ?? '', closed: true, hasty: false };
  const headers = [['authorization', authorization]] as const;
  return {
    ...sample,
    operation,
    startedAt: `2026-01-01T${at}.000000Z`,
    request: { ...sample.request, method: 'POST', headers, ...(raw === undefined ? {} : { raw }) },
    response: { ...sample.response, endedAtMs: 20, ...(rest === undefined ? {} : { onWire }) },
  };
}

describe('what was told of a token', () => {
  it.each([
    ['behind its end', told({})],
    ['behind its end, of what is nearly it', told({ authorization: 'Bearer ${ASSAY_TOKEN_MISSPELT}' })],
    ['behind its end, of another scheme', told({ authorization: 'Basic ${ASSAY_TOKEN}' })],
    ['behind its end, byte by byte', told({ authorization: '', raw: `GET / HTTP/1.1\r\nauthorization: ${own}\r\n` })],
    ['behind its end, to the second of two', told({ status: 200, rest: 'HTTP/1.1 401 Unauthorized\r\n\r\n' })],
    ['at its end', told({ at: '12:03:11' })],
  ])('%s says nothing', (_, exchange) => {
    expect(tokenEndOf(exchange, [end])).toBe(end);
  });

  it.each([
    ['before its end', told({ at: '12:03:10' })],
    ['of another one', told({ authorization: 'Bearer ${ASSAY_OTHER_TOKEN}' })],
    ['of none', told({ authorization: '' })],
    ['and was no such refusal', told({ status: 400 })],
    ['and was an answer', told({ status: 200 })],
  ])('%s is judged', (_, exchange) => {
    expect(tokenEndOf(exchange, [end])).toBeUndefined();
  });

  it('is judged in a part of the run that goes on with another, and not in one before', () => {
    const pause = (to: string) => [{ to: `2026-01-01T${to}.000Z` }];
    expect(tokenEndOf(told({}), [end], pause('12:03:12'))).toBeUndefined();
    expect(tokenEndOf(told({}), [end], pause('12:03:13'))).toBe(end);
    expect(tokenEndOf(told({}), [end], pause('12:03:05'))).toBe(end);
  });

  it('is judged where it did not end', () => {
    expect(tokenEndOf(told({}), [])).toBeUndefined();
  });
});

it('the end says until when it was accepted, since when it is refused, and what to do', () => {
  expect(end.because).toBe(
    'the token was accepted until 12:03:10 and is refused since 12:03:11 UTC (401): what came after could not be judged; give a token that lasts longer',
  );
  expect(endOfExchange(told({}))).toBe(Date.parse('2026-01-01T12:03:12.020Z'));
});

it('a token is let in by what asks for it: not by the voices, nor by another method', () => {
  const taken = told({ status: 200 });
  expect(isTokenAccepted(taken)).toBe(true);
  expect(isTokenAccepted(told({ status: 200, operation: 'voices' }))).toBe(false);
  expect(isTokenAccepted({ ...taken, request: { ...taken.request, method: 'OPTIONS' } })).toBe(false);
  expect(isTokenAccepted(told({ status: 200, authorization: 'Bearer ${ASSAY_TOKEN%?}' }))).toBe(false);
});

describe('of two requests on one connection', () => {
  const withToken = `POST /v1/chat HTTP/1.1\r\nauthorization: ${own}\r\n\r\n{}`;
  const without = 'POST /v1/chat HTTP/1.1\r\nconnection: close\r\n\r\n{}';
  const got401 = 'HTTP/1.1 401 Unauthorized\r\n\r\n';
  it.each([
    ['the second has no token and is refused', { status: 200, raw: withToken + without, rest: got401 }, false],
    ['the first is told to come later', { status: 429, raw: withToken + without, rest: got401 }, false],
    ['the first has no token and is refused', { status: 401, raw: without + withToken }, false],
    ['the first has the token and is refused', { status: 401, raw: withToken + without }, true],
    ['the second has the token and is refused', { status: 200, raw: without + withToken, rest: got401 }, true],
    ['both are refused', { status: 401, raw: withToken + without, rest: got401 }, true],
  ])('the token counts as refused only with the request that has it: %s', (_, exchange, isRefused) => {
    expect(isOwnTokenRefused(told(exchange))).toBe(isRefused);
    expect(isTokenRejected(told(exchange))).toBe(isRefused);
  });
});

it('a token is presented as it is, and said by whatever has it anywhere', () => {
  expect(presentsToken(told({}).request)).toBe(true);
  expect(presentsToken(told({ authorization: 'Basic ${ASSAY_TOKEN}' }).request)).toBe(false);
  const call = { path: '/v1/bots', headers: [] };
  expect(containsToken(call)).toBe(false);
  expect(containsToken({ ...call, path: '/v1/bots?token=${ASSAY_TOKEN}' })).toBe(true);
  expect(containsToken({ ...call, headers: [['authorization', 'Bearer ${ASSAY_TOKEN_SWAPPED}']] })).toBe(true);
  expect(containsToken({ ...call, unusual: { is: 'raw', bytes: { sends: [own] } } })).toBe(true);
  expect(containsToken({ ...call, headers: [['authorization', 'Bearer ${WORKSPACE_TOKEN}']] })).toBe(false);
  expect(isTokenRejected(told({ authorization: 'Bearer ${WORKSPACE_TOKEN}' }))).toBe(false);
});
