import { describe, expect, it } from 'vitest';
import { isMisuse, noAnswerFrom } from './no-answer.ts';

describe('words for an error without an answer', () => {
  const told = (error: unknown): string => {
    const { because, detail } = noAnswerFrom(error, { timedOut: false, interrupted: false }, 1);
    return `${because} | ${detail}`;
  };
  const coded = (code: string, more: Error = new Error('why')): Error => Object.assign(more, { code });

  it.each([
    ['ECONNREFUSED', 'refused'],
    ['ENOTFOUND', 'dns'],
    ['EHOSTUNREACH', 'unreachable'],
    ['UND_ERR_CONNECT_TIMEOUT', 'unreachable'],
    ['ECONNRESET', 'dropped'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['HPE_INVALID_HEADER_TOKEN', 'malformed'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'malformed'],
    ['HPE_INVALID_CONSTANT', 'notHttp'],
    ['constructor', 'dropped'],
  ])('%s: %s', (code, because) => expect(told(coded(code))).toBe(`${because} | ${code}: why`));
  it.each([
    [coded('ECONNREFUSED'), 'ECONNREFUSED'],
    [coded('EPROTO', new Error('write EPROTO: wrong version number')), 'ERR_SSL_WRONG_VERSION_NUMBER'],
    ['thrown text', undefined],
  ])('have the code beside them, where there is one', (error, code) =>
    expect(noAnswerFrom(error, { timedOut: false, interrupted: false }, 1).code).toBe(code),
  );
  it('are its own where the client asserts what a status is', () => {
    expect(told(coded('ERR_ASSERTION', new Error('not true: assert(statusCode >= 100)')))).toBe(
      'malformed | a status below 100',
    );
  });
  it('say that it switched protocols', () => {
    expect(told(coded('UND_ERR_SOCKET', new Error('bad upgrade')))).toBe(
      'malformed | 101 Switching Protocols, though no other protocol was asked for',
    );
  });
  it('come from the innermost error', () => {
    const both = new AggregateError([coded('ECONNREFUSED'), new Error('other')], 'both');
    expect(told(new TypeError('fetch failed', { cause: both }))).toBe('refused | ECONNREFUSED: why');
    expect(told('thrown text')).toBe('dropped | thrown text');
  });
  it('are the deadline, where that is what ended it', () => {
    const ended = { timedOut: true, interrupted: true };
    expect(noAnswerFrom(coded('ECONNRESET'), ended, 5)).toEqual({
      is: 'noAnswer',
      because: 'timeout',
      detail: 'no response header',
      endedAtMs: 5,
    });
  });
  it('are that assay left, unless the deadline or the end of the run came too', () => {
    const ended = { timedOut: false, interrupted: false, left: true };
    const told = (more: Partial<typeof ended>) => noAnswerFrom(coded('ABORT_ERR'), { ...ended, ...more }, 5);
    expect(told({})).toEqual({
      is: 'noAnswer',
      because: 'left',
      detail: 'assay closed the connection, on purpose',
      endedAtMs: 5,
    });
    expect(told({ timedOut: true }).because).toBe('timeout');
    expect(told({ interrupted: true }).because).toBe('interrupted');
  });
  it('are none for a request that could not be sent', () => {
    expect(isMisuse(coded('UND_ERR_INVALID_ARG'))).toBe(true);
    expect(isMisuse(coded('ECONNRESET'))).toBe(false);
  });
});
