import { describe, expect, it } from 'vitest';
import { chatCall, nameOfProbe, speechCall, voicesCall } from './calls.ts';
import { headerOf } from './exchange.ts';

describe('a call', () => {
  it('escapes the bot as one segment of the path, half letters too', () => {
    expect(chatCall('stream', 'a/b?ü', {}).path).toBe('/v1/bots/a%2Fb%3F%C3%BC/chat/stream');
    expect(chatCall('chat', '\ud800', {}).path).toBe('/v1/bots/%EF%BF%BD/chat');
    expect(chatCall('chat', 'a+b;c%', {}).path).toBe('/v1/bots/a%2Bb%3Bc%25/chat');
  });
  it('leaves what a segment may hold as it is', () => {
    expect(chatCall('chat', '$&', {}).path).toBe('/v1/bots/$&/chat');
    for (const id of ["acme:helper@2,a=b&c!'()*", '$&$1', '~a.b_c-d']) {
      expect(chatCall('chat', id, {}).path).toBe(`/v1/bots/${id}/chat`);
    }
  });
  it('has its query behind its path, whatever bot stands in it', () => {
    expect(chatCall('chat', 'a', {}, { query: '?b=c' }).path).toBe('/v1/bots/a/chat?b=c');
  });
  it('carries a placeholder, never a token', () => {
    expect(headerOf(speechCall({}).headers, 'Authorization')).toBe('Bearer ${ASSAY_TOKEN}');
    expect(headerOf(speechCall({}, { as: 'otherToken' }).headers, 'authorization')).toBe('Bearer ${ASSAY_OTHER_TOKEN}');
    expect(headerOf(voicesCall().headers, 'authorization')).toBeUndefined();
  });
  it('sends what is not JSON as it is, and says the type only of a body', () => {
    expect(speechCall({ raw: '{"a"' })).toMatchObject({ body: '{"a"' });
    expect(headerOf(voicesCall().headers, 'content-type')).toBeUndefined();
    expect(headerOf(speechCall({}, { contentType: undefined }).headers, 'content-type')).toBeUndefined();
  });
});

describe('the name of a probe', () => {
  it('tells different data apart, an absent field too', () => {
    const names = [
      nameOfProbe('speak'),
      nameOfProbe('speak', { text: undefined }),
      nameOfProbe('speak', { text: null }),
      nameOfProbe('speak', { text: '' }),
    ];
    expect(new Set(names).size).toBe(4);
    expect(nameOfProbe('speak', {})).toBe('speak');
  });
  it('stays short, and apart', () => {
    const [one, two] = [nameOfProbe('chat', 'x'.repeat(500)), nameOfProbe('chat', `${'x'.repeat(499)}y`)];
    expect(one.length).toBeLessThan(140);
    expect(one).not.toBe(two);
  });
});
