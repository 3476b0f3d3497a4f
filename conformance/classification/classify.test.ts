import { maxSoundBytes } from '../http/bounds/body-budget.ts';
import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../expectations/sample-exchange.testing.ts';
import type { Exchange, SentRequest } from '../model/exchange.ts';
import { classify } from './classify.ts';
import { isWorthRetrying } from './retrying.ts';
import { isThrottled, retryAfterMs } from './transient.ts';
import { unsettledUseOf } from './unsettled-use.ts';

const told = (exchange: Exchange, status402 = false): string => {
  const classification = classify(exchange, { status402 });
  if (classification.is === 'outage') return classification.because;
  if (classification.is === 'slow') return classification.because;
  return classification.is === 'judgeable' ? 'judgeable' : classification.mismatch.observed;
};

describe('the classification of an exchange', () => {
  it.each([200, 307, 400, 404, 500, 501])('is fit to judge a %i', (status) =>
    expect(told(answered({ status }))).toBe('judgeable'),
  );
  it.each([429, 502, 503, 504, 520, 524, 529, 530])('is bad for a %i', (status) => {
    expect(told(answered({ status }))).toMatch(new RegExp(`^status ${status} after 1 attempt; .*--concurrency`));
  });
  it('is bad where what came is more than is read, and no other try shows more', () => {
    const flood = unanswered('tooMuch');
    expect(told(flood)).toBe(`could not be judged: ${flood.response.is === 'noAnswer' ? flood.response.detail : ''}`);
    expect(isWorthRetrying(flood)).toBe(false);
  });
  it('is fit to judge what its client left before an answer, and not sent again', () => {
    expect(told(unanswered('left'))).toBe('judgeable');
    expect(isWorthRetrying(unanswered('left'))).toBe(false);
    expect(unsettledUseOf(unanswered('left', 'chat'), {})).toBeUndefined();
  });
  it('is fit to judge a 5xx to a request whose body breaks off, which no other try makes whole', () => {
    const sent = (status: number, body: string): Exchange => {
      const exchange = answered({ status });
      const raw = `POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n${body}`;
      return { ...exchange, request: { ...exchange.request, raw } };
    };
    for (const status of [502, 503]) {
      expect(told(sent(status, '{'))).toBe('judgeable');
      expect(isWorthRetrying(sent(status, '{'))).toBe(false);
      expect(isThrottled(sent(status, '{'))).toBe(false);
      expect(told(sent(status, '{}'))).toMatch(/^status 50\d after 1 attempt/);
    }
    expect(told(sent(429, '{'))).toMatch(/^status 429 after 1 attempt/);
  });
  it('says how long the target asks to wait', () => {
    const busy = answered({ status: 503, headers: [['Retry-After', '90']] });
    expect(told(busy)).toBe(
      'status 503 after 1 attempt, asking to wait 90 s; the target reports that it is overloaded or unavailable: try later, or --concurrency 2',
    );
  });
  it.each([403, 409, 423, 425])('is bad for a %i that says when to come again, and only then', (status) => {
    const told409 = (value: string): string => told(answered({ status, headers: [['Retry-After', value]] }));
    expect(told409('1')).toBe(
      `status ${status} after 1 attempt, asking to wait 1 s; the target allows fewer requests in a time: give a token with a higher limit, or judge the rest later`,
    );
    expect(told409('soon')).toBe('judgeable');
    expect(told(answered({ status }))).toBe('judgeable');
  });
  it.each([400, 401, 404, 422, 500])('is fit to judge a %i whatever it asks for', (status) =>
    expect(told(answered({ status, headers: [['Retry-After', '1']] }))).toBe('judgeable'),
  );
  it('is bad for what is used up, where it asks for longer than a limit on the pace lasts', () => {
    const asking = (seconds: string) => told(answered({ status: 429, headers: [['Retry-After', seconds]] }));
    expect(asking('3600')).toBe(
      'status 429 after 1 attempt, asking to wait 3600 s; that is longer than a rate limit lasts: a balance or quota may be used up; check what this token has left, give one that has more, or try again after that time',
    );
    expect(asking('599')).toMatch(
      /fewer requests in a time: give a token with a higher limit, or judge the rest later$/,
    );
  });
  it('is bad where only the next answer on a connection says "not now"', () => {
    const behind = (rest: string) => answered({ onWire: { rest } });
    const busy = behind('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 503 \r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n');
    expect(told(busy)).toBe(
      'status 503 after 1 attempt, asking to wait 2 s; the target reports that it is overloaded or unavailable: try later, or --concurrency 2',
    );
    expect(retryAfterMs(busy, 0)).toBe(2_000);
    expect(isWorthRetrying(busy)).toBe(true);
    for (const rest of ['', 'oops', 'HTTP/1.1 500 \r\nContent-Length: 0\r\n\r\n'])
      expect(told(behind(rest))).toBe('judgeable');
  });
  const sending = (authorization?: string, more: Partial<SentRequest> = {}): Exchange => {
    const exchange = answered({ status: 402, operation: 'chat' });
    const headers = authorization === undefined ? [] : ([['Authorization', authorization]] as const);
    return { ...exchange, request: { ...exchange.request, headers, ...more } };
  };
  it('tells a 402 to nobody from one to a workspace with nothing left', () => {
    const toNobody =
      'status 402 to a request without a valid token, as if a workspace with nothing left for chat had sent it: see whom the service takes for its caller';
    expect(told(sending())).toBe(toNobody);
    expect(told(sending('Bearer ${ASSAY_TOKEN_MISSPELT}'))).toBe(toNobody);
    expect(told(sending(undefined, { raw: 'POST / HTTP/1.1\r\nHost: a\r\n\r\n' }))).toBe(toNobody);
    for (const exchange of [
      sending('Bearer ${ASSAY_OTHER_TOKEN}'),
      sending(undefined, { raw: 'POST / HTTP/1.1\r\nAuthorization: Bearer ${ASSAY_TOKEN}\r\n\r\n' }),
      sending(undefined, { url: 'http://a.test/?access_token=${ASSAY_SPENT_TOKEN}' }),
    ])
      expect(told(exchange)).toMatch(/^status 402: the workspace of this token has nothing left for chat;/);
  });
  it('asks for no credits of a token that has to have none', () => {
    expect(told(sending('Bearer ${ASSAY_SPENT_TOKEN}'))).toBe(
      'status 402 to the --spent-token, whose workspace has to have nothing left: see what the service charges for chat',
    );
  });
  it('says of a workspace of the provisioner that it had enough', () => {
    expect(told(sending('Bearer ${WORKSPACE_TOKEN_few}'))).toBe(
      'status 402: nothing covers a chat of this workspace, which the provisioner made with enough for it: see what the service charges there',
    );
  });
  it('is bad for a 402, except where it was provoked', () => {
    const spent = sending('Bearer ${ASSAY_TOKEN}');
    expect(told(spent)).toBe(
      'status 402: the workspace of this token has nothing left for chat; give a token whose workspace has credits left',
    );
    expect(told(spent, true)).toBe('judgeable');
    expect(told(answered({ status: 429 }), true)).toBe(
      'status 429 after 1 attempt; the target allows fewer requests: give a token with a higher limit, or judge the rest later; a lower --concurrency helps if it limits how many go at once',
    );
  });
  it.each([
    ['refused', 'connection refused: service.test (the detail)'],
    ['dns', 'host name not found: service.test (the detail)'],
    ['tls', 'no TLS connection: service.test (the detail)'],
    ['timeout', 'no response header within 10.0 s'],
    ['dropped', 'the connection was dropped after 10.0 s (the detail)'],
    ['malformed', 'a malformed one: the detail'],
    ['notHttp', 'not HTTP: the detail'],
  ] as const)('without an answer (%s) says %s', (because, words) => expect(told(unanswered(because))).toBe(words));
  it('is fit to judge where silence is part of what is judged, also by an answer without a status line', () => {
    const told3 = (noResponse: 'closing' | 'any'): readonly string[] =>
      (['dropped', 'timeout', 'notHttp'] as const).map((because) => {
        const exchange = unanswered(because);
        return told({ ...exchange, request: { ...exchange.request, noResponse } });
      });
    expect(told3('any')).toEqual(['judgeable', 'judgeable', 'judgeable']);
    expect(told3('closing')).toEqual(['judgeable', 'no response header within 10.0 s', 'not HTTP: the detail']);
  });
  it('of another protocol is told as what it is', () => {
    const exchange = unanswered('malformed');
    const { response } = exchange;
    const detail = '101 Switching Protocols, though no other protocol was asked for';
    const classification = classify({ ...exchange, response: { ...response, detail } as typeof response });
    expect(classification).toMatchObject({
      is: 'noResponse',
      isProven: true,
      mismatch: { observed: detail, reference: 'RFC 9110 7.8' },
    });
  });
  it.each([
    [
      'HPE_INVALID: It does not match (Missing expected CR after header value)',
      'Missing expected CR after header value',
    ],
    ['HPE_INVALID: a status line "HTTP/1.1 200OK"', 'a status line "HTTP/1.1 200OK"'],
    [
      'UND_ERR_RES_CONTENT_LENGTH_MISMATCH: why',
      'its header fields disagree on the length of its body, or break the grammar of HTTP',
    ],
  ])('of a malformed answer is proven: %s', (detail, words) => {
    const exchange = unanswered('malformed');
    const { response } = exchange;
    const classification = classify({ ...exchange, response: { ...response, detail } as typeof response });
    expect(classification).toEqual({
      is: 'noResponse',
      isProven: true,
      mismatch: {
        subject: 'answer',
        expected: 'a well-formed HTTP response',
        observed: `a malformed one: ${words}`,
        reference: 'RFC 9112',
      },
    });
  });
  const unfinished = (chunks: readonly { atMs: number; bytes: number }[], endedAtMs: number): Exchange => {
    const exchange = answered({ ending: 'timeout', body: 'half', chunks });
    return { ...exchange, response: { ...exchange.response, endedAtMs } };
  };
  const noLength =
    ' (nothing tells its end: no Content-Length, no Transfer-Encoding of HTTP/1.1, no end of an HTTP/2 stream; its connection stays open)';
  it.each([
    [[{ atMs: 1_000, bytes: 4 }], 11_000, '10.0 s'],
    [[], 10_000, '10.0 s'],
  ])('is silence where a body does not end: %j', (chunks, endedAtMs, silent) => {
    const exchange = unfinished(chunks, endedAtMs);
    expect(classify(exchange).is).toBe('unfinished');
    const words = `status 200, then 4 bytes and no end; no more bytes of it came for ${silent}`;
    expect(told(exchange)).toBe(words + noLength);
    const framed = { ...exchange.response, headers: [['Transfer-Encoding', 'chunked']] } as Exchange['response'];
    expect(told({ ...exchange, response: framed })).toBe(words);
  });
  it('is slow where a body is still coming at the limit', () => {
    const exchange = unfinished([{ atMs: 10_050, bytes: 4 }], 10_050);
    expect(classify(exchange).is).toBe('slow');
    expect(told(exchange)).toBe('could not be judged: still sending after 10.1 s; --timeout 41s gives it more time');
  });
  it('is slow, and no better another time, where a run keeps no more of its answers', () => {
    const exchange = answered({ ending: 'unkept' });
    expect(classify(exchange).is).toBe('slow');
    expect(told(exchange)).toBe(
      'could not be judged: not all of it is kept (of a stream 100,000 events, of a run 96 MB, of one answer a sixth of what is left); check --rerun-failed gives what is not judged yet a run of its own',
    );
    expect(isWorthRetrying(exchange)).toBe(false);
  });
  it('is as slow in any other run where sound is longer than any of them keeps', () => {
    const long = (bytes: number) =>
      told(answered({ operation: 'speech', ending: 'unkept', headers: [['Content-Length', String(bytes)]] }));
    expect(Math.floor(maxSoundBytes / 2 ** 20)).toBe(14);
    expect(long(maxSoundBytes)).toMatch(/check --rerun-failed/);
    expect(long(maxSoundBytes + 1)).toBe(
      'could not be judged: not all of it is kept: of sound a run keeps at most 14 MB in one answer',
    );
  });
  it('is fit for who only counts speeches where sound begins in it, though not all of that is kept', () => {
    const sound = `{"contentType":"audio/wav","audioBase64": "${'A'.repeat(1_000)}`;
    const counted = (body: string, status = 200) =>
      classify(answered({ ending: 'unkept', status, body }), { unkept: true });
    expect(counted(sound).is).toBe('judgeable');
    expect(counted(sound, 400).is).toBe('slow');
    for (const body of [
      `{"error":{"message":"${'no '.repeat(9_000)}`,
      '{"audioBase64":"","error":"',
      '<h1>Welcome</h1>',
    ])
      expect(counted(body).is).toBe('slow');
  });
  it('is fit where a body was cut', () => {
    for (const ending of ['cut', 'tooLong', 'left'] as const) expect(told(answered({ ending }))).toBe('judgeable');
  });
});

describe('another try', () => {
  it('is worth it where it may come out differently', () => {
    const retried = (['refused', 'timeout', 'dropped', 'malformed', 'notHttp', 'dns', 'tls'] as const).filter(
      (because) => isWorthRetrying(unanswered(because)),
    );
    expect(retried).toEqual(['refused', 'timeout', 'dropped', 'malformed', 'notHttp']);
    const statuses = [200, 400, 402, 429, 500, 503].filter((status) => isWorthRetrying(answered({ status })));
    expect(statuses).toEqual([429, 503]);
  });
});

describe('Retry-After', () => {
  const nowMs = Date.parse('2026-01-01T00:00:00Z');
  it.each([
    ['2', 2_000],
    [' 0 ', 0],
    ['Thu, 01 Jan 2026 00:00:05 GMT', 5_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['soon', undefined],
  ])('%j asks for %s ms', (value, ms) => {
    expect(retryAfterMs(answered({ status: 503, headers: [['retry-after', value]] }), nowMs)).toBe(ms);
  });
  it('holds a date against the clock of the target, where it tells it', () => {
    const headers = [
      ['Retry-After', 'Fri, 02 Jan 2026 00:00:05 GMT'],
      ['Date', 'Fri, 02 Jan 2026 00:00:03 GMT'],
    ] as const;
    expect(retryAfterMs(answered({ status: 503, headers }), nowMs)).toBe(2_000);
  });
  it('asks for nothing where it is absent', () => {
    expect(retryAfterMs(answered({ status: 503 }), nowMs)).toBeUndefined();
    expect(retryAfterMs(unanswered('timeout'), nowMs)).toBeUndefined();
  });
});
