import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../model/exchange.ts';
import { failure } from './causes.testing.ts';
import { otherServiceCause } from './elsewhere.ts';

type Said = { readonly status?: number; readonly type?: string; readonly body?: string; readonly location?: string };

/** A list of voices, a list of bots and two speeches, all answered with `said` except those in `otherwise`. */
function all(said: Said, otherwise: Partial<Record<Exchange['operation'], Said>> = {}): readonly Exchange[] {
  return (['voices', 'bots', 'speech', 'speech'] as const).map((operation, at) => {
    const { status = 404, type = 'text/html', body = '<h1>Not Found</h1>', location } = otherwise[operation] ?? said;
    const headers = [['content-type', type], ...(location === undefined ? [] : [['location', location]])];
    return {
      ...answered({
        id: `${operation}#${at}`,
        status,
        headers: headers as [string, string][],
        body: new TextEncoder().encode(body),
      }),
      operation,
    };
  });
}

const failures = [
  failure('speech.request/accepts-least', { exchanges: ['speech#2'] }),
  failure('errors.envelope/in-front', { level: 'SHOULD', exchanges: ['speech#3'] }),
  failure('bots.list/succeeds', { exchanges: ['bots#1'] }),
  failure('voices.list/needs-no-token', { exchanges: ['voices#0'] }),
];
const causeOf = (exchanges: readonly Exchange[]) =>
  otherServiceCause(failures, exchanges, (id) => exchanges.find((each) => each.id === id));
const json = (value: object, status = 200): Said => ({ status, type: 'application/json', body: JSON.stringify(value) });

describe('a target of whose answers none is one of the service', () => {
  it('is one cause, shown by the list of voices, which needs no token, and then by the heaviest', () => {
    expect(causeOf(all({}))).toEqual({
      title: 'this is no such service: all 4 answers are status 404, text/html',
      checks: [
        'voices.list/needs-no-token',
        'bots.list/succeeds',
        'speech.request/accepts-least',
        'errors.envelope/in-front',
      ],
      exchange: 'voices#0',
      elsewhere:
        'Is --target its base URL, without /v1 and with the right port? Does a proxy, a gateway or a login page answer in its place?',
      likely: [],
    });
  });
  it.each([
    ['a page for everything', all({ status: 200 }), 'all 4 answers are status 200, text/html'],
    ['a login', all({ status: 301, location: '/login' }), 'all 4 answers are status 301 to /login'],
    [
      'a long way',
      all({ status: 302, location: '/'.repeat(900) }),
      `all 4 answers are status 302 to ${'/'.repeat(60)}`,
    ],
    ['another framework', all(json({ detail: 'Not Found' }, 404)), 'all 4 answers are status 404, application/json'],
    ['one body of JSON', all(json({ ok: true })), 'all 4 answers are status 200, application/json'],
    ['a file server', all({ status: 501 }, { voices: {} }), '3 of 4 answers are status 501, text/html'],
    [
      'a store',
      all({ status: 405, type: 'application/xml' }, { bots: {} }),
      '3 of 4 answers are status 405, application/xml',
    ],
    ['nobody', all({ status: 404, body: '', type: '' }), 'all 4 answers are status 404 without a body'],
  ])('is told of %s', (_, exchanges, says) => {
    expect(causeOf(exchanges)?.title).toBe(`this is no such service: ${says}`);
  });
  it('is said to redirect to the same paths with a slash where every answer does', () => {
    const paths = ['/v1/audio/voices', '/v1/bots', '/v1/audio/tts', '/v1/audio/tts'];
    const redirecting = (to: (path: string) => string): readonly Exchange[] =>
      all({ status: 301 }).map((each, at) => {
        const path = paths[at] ?? '';
        const { response } = all({ status: 301, location: to(path) })[at] ?? each;
        return { ...each, request: { ...each.request, url: `http://127.0.0.1:8080${path}` }, response };
      });
    expect(causeOf(redirecting((path) => `${path}/`))).toMatchObject({
      title:
        'every path leads to the same path with a slash behind it: 2 of 4 answers are status 301 to /v1/audio/tts/',
      elsewhere: expect.stringContaining('APPEND_SLASH'),
    });
    expect(causeOf(redirecting((path) => `http://127.0.0.1:8080${path}/`))?.title).toContain('a slash behind it');
    expect(causeOf(redirecting((path) => `/api${path}/`))?.title).toMatch(/^this is no such service/);
  });
  it('is said to be shut where it lets nobody in', () => {
    expect(causeOf(all({ status: 403 }))).toMatchObject({
      title: 'nobody is let in, nor told the public list of voices: all 4 answers are status 403, text/html',
      elsewhere: expect.stringContaining('--header'),
    });
  });
  it.each([
    ['has a list of voices', all({}, { voices: json({ voices: [] }) })],
    ['has another list of voices', all({}, { voices: json({ data: [] }) })],
    ['has an error object', all({}, { speech: json({ error: { code: 'no_token' } }, 401) })],
    ['fails', all({}, { bots: { status: 500 } })],
    ['fails with a page now and then', all({}, { bots: { status: 503 } })],
    ['has one list of bots for everything', all(json([{ botId: 'a' }]))],
    ['was asked for one thing alone', all({}).filter(({ operation }) => operation === 'speech')],
    ['was asked too little', all({}).slice(0, 2)],
  ])('is not one that %s', (_, exchanges) => {
    expect(causeOf(exchanges)).toBeUndefined();
  });
});
