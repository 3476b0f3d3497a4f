import { describe, expect, it } from 'vitest';
import { carriesSessionId, sessionIdIn } from './carries-session-id.ts';
import { answered } from '../sample-exchange.testing.ts';

describe('carriesSessionId', () => {
  it('takes any type, wherever it stands', () => {
    for (const body of [
      { sessionId: 'a' },
      { sessionId: 7 },
      { sessionId: { key: 'a' } },
      { sessionId: [false] },
      { data: { sessionId: 'b' } },
    ]) {
      expect(carriesSessionId([answered({ body })])).toEqual([]);
    }
  });
  it.each([
    [{ reply: 'hi' }, 'none in {"reply":"hi"}'],
    [{ sessionId: null }, 'null'],
    [{ sessionId: '' }, '""'],
    [{ sessionId: {} }, '{}'],
    [{ data: { sessionId: [] } }, '[]'],
  ])('does not take %j', (body, observed) => {
    expect(carriesSessionId([answered({ body })])).toEqual([
      { subject: 'sessionId', expected: 'a value that is not null and not empty', observed },
    ]);
  });
  it('does not hold against a reply what was sent as a sessionId, and given out by nobody', () => {
    const inconclusive = 'it returns the sessionId of its request';
    for (const sessionId of [{}, '', null])
      expect(carriesSessionId([answered({ body: { sessionId }, sent: { sessionId } })])).toEqual({ inconclusive });
    expect(carriesSessionId([answered({ body: { sessionId: '' }, sent: { sessionId: {} } })])).toMatchObject([{}]);
    expect(carriesSessionId([answered({ body: {}, sent: { sessionId: {} } })])).toMatchObject([{}]);
  });
  it('shows a reply that is no JSON', () => {
    expect(carriesSessionId([answered({ body: 'hi' })])).toEqual([
      { subject: 'reply', expected: 'JSON with a sessionId', observed: '"hi"' },
    ]);
  });
  it('keeps the type of the id', () => {
    expect(sessionIdIn(answered({ body: { sessionId: 7 } }))).toBe(7);
    expect(sessionIdIn(answered({ body: { sessionId: '7' } }))).toBe('7');
  });
});
