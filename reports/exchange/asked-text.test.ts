import { describe, expect, it } from 'vitest';
import { sampleExchange } from '../check/sample-run.testing.ts';
import { askedText } from './asked-text.ts';

it('a request says who asks, where that is nobody with a token', () => {
  const ask = (field?: string, url = 'http://a/v1/bots/b/chat') =>
    askedText({
      method: 'POST',
      url,
      headers: field === undefined ? [] : [['Authorization', field]],
      body: Buffer.from('{"message":"a"}'),
    });
  expect(ask()).toBe('POST /v1/bots/b/chat  (no Authorization)  {"message":"a"}');
  expect(ask('Bearer ${ASSAY_TOKEN}')).toBe('POST /v1/bots/b/chat  {"message":"a"}');
  expect(ask('Bearer ${WORKSPACE_TOKEN_of_2}')).toBe('POST /v1/bots/b/chat  {"message":"a"}');
  expect(ask('Bearer ${WORKSPACE_TOKEN_owner}')).toContain('  (token of the workspace “owner”)  ');
  expect(ask('Bearer ${WORKSPACE_TOKEN_another_one}')).toContain('  (token of the workspace “another one”)  ');
  expect(ask('Bearer not-a-token-of-anybody')).toContain('  (no valid token)  ');
  expect(ask('Bearer ${ASSAY_OTHER_TOKEN}')).toContain('  (token of another workspace)  ');
  expect(ask('Bearer ${ASSAY_TOKEN};')).toContain('  (Authorization: Bearer ${ASSAY_TOKEN};)  ');
  expect(ask(undefined, 'http://a/v1/voices')).toBe('POST /v1/voices  {"message":"a"}');
});

describe('a request in a line', () => {
  const { request } = sampleExchange('a#0');
  const rawly = (raw: string, body = ''): string => askedText({ ...request, raw, body: Buffer.from(body) });
  it('is of raw bytes what they begin with, and the body', () => {
    expect(rawly('OPTIONS /v1/audio/voices HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('OPTIONS /v1/audio/voices  (raw bytes)');
    const body = '{"message":"café"}';
    expect(rawly(`POST /v1/bots/a/chat HTTP/1.0\r\nHost: a\r\n\r\n${body}`, body)).toBe(
      `POST /v1/bots/a/chat HTTP/1.0  ${body}  (raw bytes)`,
    );
    expect(rawly('GET http://a/v1/audio/voices HTTP/1.1\r\n\r\n')).toBe('GET http://a/v1/audio/voices  (raw bytes)');
    expect(rawly('THIS IS NO REQUEST LINE\r\n\r\n')).toBe('THIS IS NO REQUEST LINE  (raw bytes)');
  });
  it('has the body as it was sent, if it was to be another', () => {
    const head = 'POST /v1/bots/a/chat HTTP/1.1\r\nContent-Length: 18\r\n\r\n';
    const meant = '{"message":"Hello"}';
    expect(rawly(head + meant.slice(0, 14), meant)).toBe('POST /v1/bots/a/chat  {"message":"He  (raw bytes)');
    expect(rawly(head + meant, meant)).toBe(`POST /v1/bots/a/chat  ${meant}  (raw bytes)`);
  });
  it('says how large a long body is, and no number of what was cut before', () => {
    const huge = askedText({ ...request, body: Buffer.from(`{"message":{},"padding":"${'x'.repeat(2 ** 21)}"}`) });
    expect(huge).toMatch(/x… \(2\.0 MB\)$/);
    expect(huge.length).toBeLessThan(160);
  });
  it('has as much of a long text as there is room for', () => {
    const asked = (text: string, more = {}): string =>
      askedText({ ...request, body: Buffer.from(JSON.stringify({ text, ...more })) });
    const long = `${'a'.repeat(100)}${'z'.repeat(30)}`;
    const [most, fewer] = [70, 35].map((letters) => `{"text":"${'a'.repeat(letters)}…`);
    expect(asked('a'.repeat(90))).toBe(`POST /v1/audio/tts  {"text":"${'a'.repeat(90)}"}`);
    expect(asked(long)).toBe(`POST /v1/audio/tts  ${most}${'z'.repeat(20)}"}`);
    expect(asked(long, { voice: 'alloy' })).toBe(`POST /v1/audio/tts  ${fewer}${'z'.repeat(15)}","voice":"alloy"}`);
    expect(asked(long, { voice: 'b'.repeat(100) })).toBe(
      `POST /v1/audio/tts  {"text":"${'a'.repeat(20)}…","voice":"${'b'.repeat(20)}…"}`,
    );
  });
  it('shortens texts further behind a long path and caller, so that the last member is still shown', () => {
    const headers: [string, string][] = [['Authorization', 'Bearer ${WORKSPACE_TOKEN_owner}']];
    const body = Buffer.from(
      '{"message":"Which words have I given you?","sessionId":"ses_1adb56dc-ec24-4092-8b1b-71"}',
    );
    const asked = (url: string): string => askedText({ method: 'POST', url, headers, body });
    expect(asked('http://a/v1/bots/helper/chat/stream')).toBe(
      'POST /v1/bots/helper/chat/stream  (token of the workspace “owner”)  ' +
        '{"message":"Which words have I g…","sessionId":"ses_1adb56dc-ec24-40…"}',
    );
    expect(asked('http://a/v1/bots/b/chat')).toContain(body.toString());
  });
  it('has the header fields that most requests have otherwise or not at all', () => {
    const withFields = (...headers: [string, string][]): string =>
      askedText({ ...request, body: Buffer.from('{}'), headers: [...request.headers, ...headers] });
    expect(
      withFields(
        ['Accept', '*/*'],
        ['content-type', 'application/json'],
        ['x-request-id', '1'],
        ['x-gate', '${HEADER x-gate}'],
      ),
    ).toBe('POST /v1/audio/tts  {}');
    expect(withFields(['Accept', 'text/html'], ['Range', 'bytes=0-1'])).toBe(
      'POST /v1/audio/tts  (Accept: text/html, Range: bytes=0-1)  {}',
    );
  });
  it('names all that are on one connection', () => {
    const [first, second] = ['POST /v1/audio/tts HTTP/1.1\r\nHost: a\r\n\r\n{"a":1}', 'GET /b HTTP/1.1\r\n\r\n'];
    expect(rawly(first + second)).toBe('POST /v1/audio/tts  {"a":1}, then GET /b  (raw bytes on one connection)');
  });
});
