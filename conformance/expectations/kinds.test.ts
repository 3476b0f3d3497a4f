import { describe, expect, it } from 'vitest';
import type { Exchange } from '../model/exchange.ts';
import {
  anyOf,
  everyAnswer,
  onlyReadByteByByte,
  everyAnswerInFull,
  everyJson,
  everyLastOnItsConnection,
  everyMessage,
  everySuccessOf,
  everyUsualAnswer,
  everyWholeSuccessOf,
  onlyStreams,
} from './kinds.ts';
import { answered, unanswered } from './sample-exchange.testing.ts';

/** A speech exchange that succeeds, apart from what a test changes. */
function spoken(parts: Parameters<typeof answered>[0] = {}, url = 'http://a.test/base/v1/audio/tts'): Exchange {
  const exchange = answered({ operation: 'speech', ...parts });
  return { ...exchange, request: { ...exchange.request, url } };
}

describe('every answer', () => {
  it('is all that the service says of itself', () => {
    expect([200, 301, 402, 404, 500].every((status) => everyAnswer(answered({ status })))).toBe(true);
  });
  it('is no "not now", and no silence, and what came of one without an end', () => {
    expect([429, 502, 503, 504].some((status) => everyAnswer(answered({ status })))).toBe(false);
    expect(everyAnswer(answered({ ending: 'timeout' }))).toBe(true);
    expect(everyAnswer(answered({ ending: 'timeout', status: 503 }))).toBe(false);
    expect(everyAnswer(unanswered('dropped'))).toBe(false);
  });
});

describe('every message', () => {
  it('is what was answered, and what breaks the grammar, unless bytes were sent as they are', () => {
    const raw = spoken();
    expect([everyMessage(spoken()), everyMessage(unanswered('malformed'))]).toEqual([true, true]);
    expect([
      everyMessage(unanswered('timeout')),
      everyMessage({ ...raw, request: { ...raw.request, raw: 'x' } }),
    ]).toEqual([false, false]);
  });
});

describe('every last answer on its connection', () => {
  const isLast = (raw: string | undefined, method = 'POST'): boolean => {
    const { request, ...rest } = spoken({ method });
    return everyLastOnItsConnection({ ...rest, request: raw === undefined ? request : { ...request, raw } });
  };
  it('is one that was read byte by byte, with no request behind its own', () => {
    expect(isLast('POST / HTTP/1.1\r\n\r\n')).toBe(true);
    expect(isLast('POST / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\n')).toBe(false);
    expect(isLast('HEAD / HTTP/1.1\r\n\r\n', 'HEAD')).toBe(false);
    expect(isLast(undefined)).toBe(false);
  });
});

describe('what is a stream', () => {
  const isOne = onlyStreams(everyAnswer);
  it.each([
    [true, 'text/event-stream', ''],
    [true, 'application/json', ': hello\n\ndata: {}\n\n'],
    [true, 'text/plain', '\uFEFFid\n\n'],
    [false, 'text/html', '<h1>data: none</h1>\n'],
    [false, 'application/json', '{"data":1}'],
  ])('is %s of %s with %j', (is, type, body) => {
    expect(isOne(answered({ headers: [['content-type', type]], body: Buffer.from(body) }), [])).toBe(is);
  });
});

describe('every answer of a kind', () => {
  const asked = (parts: Parameters<typeof answered>[0], change: Partial<Exchange['request']>): Exchange => {
    const exchange = spoken(parts);
    return { ...exchange, request: { ...exchange.request, ...change } };
  };
  it('is usual where no refusal of odd bytes', () => {
    expect(everyUsualAnswer(asked({ status: 400 }, {}))).toBe(true);
    expect(everyUsualAnswer(asked({ status: 200 }, { raw: 'x' }))).toBe(true);
    expect(everyUsualAnswer(asked({ status: 400 }, { raw: 'x' }))).toBe(false);
  });
  it('is in full where the service may not close early', () => {
    expect(everyAnswerInFull(asked({}, {}))).toBe(true);
    expect(everyAnswerInFull(asked({}, { noResponse: 'closing' }))).toBe(false);
  });
  it('is JSON where it says so', () => {
    expect(everyJson(asked({}, {}))).toBe(true);
    expect(everyJson(asked({ headers: [['Content-Type', 'application/problem+json']] }, {}))).toBe(true);
    expect(everyJson(asked({ headers: [['Content-Type', 'text/event-stream']] }, {}))).toBe(false);
  });
});

it('any of several kinds is one of them', () => {
  const isEither = anyOf(everySuccessOf('speech'), everyJson);
  expect([isEither(spoken()), isEither(answered({ status: 400 })), isEither(answered({ status: 429 }))]).toEqual([
    true,
    true,
    false,
  ]);
});

describe('an answer to a request that breaks off', () => {
  const sent = (body: string): Exchange => {
    const exchange = spoken();
    const raw = `POST /v1/audio/tts HTTP/1.1\r\nContent-Length: 4\r\n\r\n${body}`;
    return { ...exchange, request: { ...exchange.request, raw } };
  };
  it.each([
    ['every answer', everyAnswer],
    ['every usual answer', everyUsualAnswer],
    ['every success', everySuccessOf('speech')],
    ['every whole success', everyWholeSuccessOf('speech')],
  ])('is of no kind: %s', (_, kind) => {
    expect([kind(sent('{"é')), kind(sent('{"é"'.slice(1)))]).toEqual([true, true]);
    expect([kind(sent('{"a')), kind(sent('{'))]).toEqual([false, false]);
  });
});

describe('every success of an operation', () => {
  const isSpeech = everySuccessOf('speech');
  it('is any 2xx to its method and path', () => {
    expect([200, 202, 204].every((status) => isSpeech(spoken({ status })))).toBe(true);
    expect(isSpeech(spoken({}, 'http://a.test/v1/audio/tts?x=1'))).toBe(true);
    expect(isSpeech(spoken({ ending: 'left' }))).toBe(true);
  });
  it.each([
    ['of another operation', answered({ operation: 'chat' })],
    ['to another method', spoken({ method: 'OPTIONS' })],
    ['to another spelling of the path', spoken({}, 'http://a.test/v1/audio/tts/')],
    ['that is a refusal', spoken({ status: 400 })],
  ])('is none %s', (_, exchange) => {
    expect(isSpeech(exchange)).toBe(false);
  });
  it('is whole only where it came to its end', () => {
    const isWhole = everyWholeSuccessOf('speech', 'chat');
    expect(isWhole(spoken())).toBe(true);
    expect([isWhole(spoken({ ending: 'cut' })), isWhole(spoken({ ending: 'left' }))]).toEqual([false, false]);
  });
});

it('what was read byte by byte is one that was sent so', () => {
  const isRead = onlyReadByteByByte(everyAnswer);
  const usual = answered();
  expect(isRead(usual)).toBe(false);
  expect(isRead({ ...usual, request: { ...usual.request, raw: 'GET / HTTP/1.1\r\n\r\n' } })).toBe(true);
});
