import { describe, expect, it } from 'vitest';
import { requestKindOf, requestTexts, type RequestContent, type Texts } from './requests.ts';

const given = {
  baseUrl: 'http://127.0.0.1:1',
  headers: { Authorization: 'Bearer t', 'X-Key': 'k' },
  format: 'wav',
  plan: { seed: 1 },
  botId: 'a/b',
  settings: { sameInput: false, maxLagMs: 1, timeoutMs: 2, arrivals: 'poisson' as const },
};
const texts: Texts = {
  messageOf: (seed, index) => `message ${seed} ${index}`,
  plainMessageOf: (seed, index) => `plain message ${seed} ${index}`,
  speechTextOf: (seed, index) => `text ${seed} ${index}`,
};
const requestOf = (from: typeof given, content: RequestContent) => ({
  ...requestKindOf(from, content.operation),
  ...requestTexts(from, texts, content),
});
const bodyOf = (request: { readonly body?: string }): Record<string, unknown> =>
  JSON.parse(request.body ?? '{}') as Record<string, unknown>;

describe('a request', () => {
  it('streams, chats and speaks as the interface document says', () => {
    const stream = requestOf(given, { operation: 'stream', index: 3 });
    expect(stream).toMatchObject({ method: 'POST', url: 'http://127.0.0.1:1/v1/bots/a%2Fb/chat/stream', credits: 1 });
    expect(stream).toMatchObject({ reads: 'events', headers: { Accept: 'text/event-stream' } });
    expect(stream).toMatchObject({ operation: 'stream', maxLagMs: 1, timeoutMs: 2, body: '{"message":"message 1 3"}' });
    const chat = requestOf(given, { operation: 'chat', index: 3, sessionId: '9007199254740993' });
    expect(chat).toMatchObject({ url: 'http://127.0.0.1:1/v1/bots/a%2Fb/chat', reads: 'json' });
    expect(chat.body).toBe('{"message":"message 1 3","sessionId":9007199254740993}');
    const speech = requestOf(given, { operation: 'speech', index: 3 });
    const { text, format, voice } = bodyOf(speech);
    expect(speech).toMatchObject({ reads: 'speech', credits: 3, format: 'wav', chars: String(text).length });
    expect({ format, voice: typeof voice }).toEqual({ format: 'wav', voice: 'string' });
  });

  it('asks for the public list without a token', () => {
    const voices = requestOf(given, { operation: 'voices', index: 0 });
    expect(voices).toMatchObject({ method: 'GET', credits: 0, headers: { 'X-Key': 'k' } });
    expect(voices).not.toHaveProperty('body');
    expect(voices.headers).not.toHaveProperty('Authorization');
  });

  it('differs from the next one, unless the same input is wanted', () => {
    const same = { ...given, settings: { ...given.settings, sameInput: true } };
    const bodies = (from: typeof given) => [1, 2].map((index) => requestOf(from, { operation: 'stream', index }).body);
    expect(new Set(bodies(given)).size).toBe(2);
    expect(new Set(bodies(same)).size).toBe(1);
  });

  it('has marks of its own where no other says the same, and where its message is ours', () => {
    const same = { ...given, settings: { ...given.settings, sameInput: true } };
    expect(requestOf(given, { operation: 'chat', index: 3 }).marked).toBe(true);
    expect(requestOf(same, { operation: 'chat', index: 3 })).toMatchObject({ body: '{"message":"plain message 1 0"}' });
    expect(requestOf(same, { operation: 'chat', index: 3 }).marked).toBeUndefined();
    expect(requestOf(given, { operation: 'chat', index: 1, body: 'as it is' }).marked).toBeUndefined();
  });

  it('says what a trace says', () => {
    expect(requestOf(given, { operation: 'chat', index: 1, body: 'as it is' }).body).toBe('as it is');
    const spoken = requestOf(given, { operation: 'speech', index: 1, body: '{"text":"Grüße 👋","format":"mp3"}' });
    expect(spoken).toMatchObject({ chars: 7, format: 'mp3' });
    expect(requestOf(given, { operation: 'speech', index: 1, body: 'no JSON' })).not.toHaveProperty('chars');
  });
});
