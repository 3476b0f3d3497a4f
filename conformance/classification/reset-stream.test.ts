import { describe, expect, it } from 'vitest';
import { unanswered } from '../expectations/sample-exchange.testing.ts';
import { areNoServerErrors, isNoServerError } from '../expectations/statuses/is-refusal.ts';
import { causesNoServerError } from '../fuzz/oracles.ts';
import type { Exchange } from '../model/exchange.ts';
import { classify } from './classify.ts';
import { isRejectedByHttp2, resetCodeOf } from './reset-stream.ts';

function resetBy(error: string, path: string): Exchange {
  const exchange = unanswered('dropped', 'chat');
  const detail = `ERR_HTTP2_STREAM_ERROR: Stream closed with error code NGHTTP2_${error}`;
  const response = { ...exchange.response, code: 'ERR_HTTP2_STREAM_ERROR', detail } as Exchange['response'];
  return { ...exchange, request: { ...exchange.request, url: `http://service.test/v1/bots/${path}/chat` }, response };
}

describe('a stream of HTTP/2 that was reset', () => {
  it.each(['%E0%A4%A', 'a%zz', 'a%'])('by PROTOCOL_ERROR turns away the malformed path of %s', async (path) => {
    const exchange = resetBy('PROTOCOL_ERROR', path);
    expect(isRejectedByHttp2(exchange)).toBe(true);
    expect(classify(exchange)).toEqual({ is: 'judgeable' });
    for (const expectation of [isNoServerError, areNoServerErrors, causesNoServerError])
      expect(await expectation([exchange])).toEqual([]);
  });
  const byEither = ': by the service, or by the HTTP/2 client of assay for what the service had sent';
  it.each([
    ['PROTOCOL_ERROR', 'a%2F', byEither],
    ['PROTOCOL_ERROR', 'a', byEither],
    ['ENHANCE_YOUR_CALM', 'a', byEither],
    ['INTERNAL_ERROR', 'a%zz', ''],
  ])('by %s over %s is no answer', (error, path, byWhom) => {
    const exchange = resetBy(error, path);
    expect(isRejectedByHttp2(exchange)).toBe(false);
    expect(classify(exchange)).toEqual({
      is: 'noResponse',
      mismatch: {
        subject: 'answer',
        expected: 'an HTTP response',
        observed: `the stream was reset after 10.0 s (${error})${byWhom}`,
        kind: { is: 'response', due: 'response' },
      },
    });
  });
  it('is none where a connection was dropped', () => {
    const dropped = unanswered('dropped');
    expect(resetCodeOf(dropped)).toBeUndefined();
    expect(resetCodeOf(unanswered('timeout'))).toBeUndefined();
    expect(classify(dropped)).toMatchObject({ is: 'noResponse' });
  });
});
