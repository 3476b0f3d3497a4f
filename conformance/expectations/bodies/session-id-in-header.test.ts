import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { placeOfSessionId, sessionIdIn } from './carries-session-id.ts';

const inHeader = (name: string, value: string, body: string, operation: 'stream' | 'chat' = 'stream') =>
  answered({ operation, headers: [[name, value]], body });

describe('the sessionId of a stream', () => {
  it.each(['X-Session-Id', 'session-id', 'SessionId', 'X-SessionID'])('is read in the header field %s', (name) => {
    const stream = inHeader(name, 'ses_1', 'data: Hello\n\n');
    expect(sessionIdIn(stream)).toBe('ses_1');
    expect(placeOfSessionId(stream)).toBe('in a header field');
  });
  it('is that of its data where both have one', () => {
    const stream = inHeader('X-Session-Id', 'ses_of_a_proxy', 'data: {"sessionId":"ses_1"}\n\n');
    expect(sessionIdIn(stream)).toBe('ses_1');
    expect(placeOfSessionId(stream)).toBe('in its data');
  });
  it.each([
    ['of digits, which may be a number', inHeader('X-Session-Id', '17', 'data: Hello\n\n')],
    ['that is empty', inHeader('X-Session-Id', '', 'data: Hello\n\n')],
    ['of another name', inHeader('X-Request-Id', 'ses_1', 'data: Hello\n\n')],
    ['of a chat, whose body has it', inHeader('X-Session-Id', 'ses_1', '{}', 'chat')],
  ])('is not read in a field %s', (_, exchange) => {
    expect(sessionIdIn(exchange)).toBeUndefined();
    expect(placeOfSessionId(exchange)).toBe('none');
  });
});
