import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  matchesOperation,
  startHostile,
  type Hostile,
  type HostileKind,
  type HostileOptions,
  type Misbehaviour,
} from '../../../fixtures/hostile/index.ts';
import { startService, type RunningService } from '../../../fixtures/index.ts';
import { checksNamed, judgeTarget, verdictsIn } from '../../judged-at.testing.ts';

let service: RunningService;
const hostiles: Hostile[] = [];
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await Promise.all(hostiles.map((hostile) => hostile.close()));
  await service.close();
});

/** The verdicts on these checks behind a target that treats some requests in its own way. */
async function told(
  kind: HostileKind | Misbehaviour,
  on: HostileOptions,
  ids: readonly string[],
): Promise<readonly string[]> {
  const started = await startHostile(kind, { behind: service.url, ...on });
  hostiles.push(started);
  const { token } = service;
  const { findings } = await judgeTarget(started.url, checksNamed(...ids), { token, bot: 'support', timeoutMs: 500 });
  return verdictsIn(findings);
}

const isKept = ({ headers }: IncomingMessage): boolean => headers.connection !== 'close';
const streams = matchesOperation('stream');
const chats = matchesOperation('chat');

const event = 'data: {"text":"Hello!"}\n\n';
/** An event stream that is right as far as it comes, chunked or not, and has no end. */
const withoutEnd =
  (head: string): Misbehaviour =>
  (_request, response) =>
    void response.socket?.write(`HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n${head}\r\n${event}`);
const dripping =
  (type: string): Misbehaviour =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': type });
    const timer = setInterval(() => response.write(event), 50);
    response.once('close', () => clearInterval(timer));
  };
const ofStream = [
  'stream.response/ends',
  'stream.response/succeeds',
  'stream.response/says-event-stream',
  'stream.response/has-an-event-with-data',
];

const noEnd =
  /^fail: complete answer: expected a response that ends, observed status 200, then \d+ bytes and no end; no more bytes of it came for [\d.]+ m?s/;

describe.concurrent('no other try excuses', () => {
  it('a stream that ends with its connection only, on a connection that is kept', async () => {
    const [ends, succeeds, ...rest] = await told(
      withoutEnd(''),
      { on: (request) => streams(request) && isKept(request) },
      ofStream,
    );
    expect(ends).toMatch(noEnd);
    expect(ends).toContain(
      '(nothing tells its end: no Content-Length, no Transfer-Encoding of HTTP/1.1, no end of an HTTP/2 stream; its connection stays open)',
    );
    expect(succeeds).toMatch(noEnd);
    expect(rest).toEqual(['pass', 'pass']);
  });
  it('a chat whose body has no length, on a connection that is kept', async () => {
    const body = '{"reply":"Hello!","sessionId":"s"}';
    const verdicts = await told(
      (_request, response) =>
        void response.socket?.write(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n${body}`),
      { on: (request) => chats(request) && isKept(request) },
      ['chat.request/accepts-least', 'chat.reply/is-utf8', 'chat.reply/says-json'],
    );
    expect(verdicts[0]).toMatch(noEnd);
    expect(verdicts[1]).toMatch(noEnd);
    expect(verdicts[2]).toBe('pass');
  });
  it('one answer that fell silent, and one that was no HTTP', async () => {
    const once = { on: streams, times: 1 };
    const [unfinished] = await told('half an event, then silence', once, ['stream.response/ends']);
    expect(unfinished).toMatch(noEnd);
    const malformed = await told('ends lines in LF', once, ['stream.response/succeeds']);
    expect(malformed[0]).toMatch(/^fail: answer: expected a well-formed HTTP response/);
    const notHttp = await told('is not HTTP', once, ['stream.response/succeeds']);
    expect(notHttp[0]).toMatch(/^fail: answer: expected an HTTP response, observed not HTTP/);
  });
  it('a body that is cut', async () => {
    expect(await told('cuts the body', { on: chats, times: 1 }, ['chat.reply/is-utf8'])).toEqual([
      expect.stringMatching(/^fail: /),
    ]);
  });
});

describe.concurrent('another try excuses', () => {
  it.each<HostileKind>(['closes', 'resets in the header', 'says nothing', 'unavailable', 'too many requests'])(
    'one that %s',
    async (kind) => {
      const verdicts = await told(kind, { on: streams, times: 1 }, ofStream);
      expect(new Set(verdicts)).toEqual(new Set(['pass']));
    },
  );
  it('no silence of kept connections: it is another connection, and no other request', async () => {
    const kept = { on: (request: IncomingMessage) => streams(request) && isKept(request) };
    const [silent] = await told('says nothing', kept, ['stream.response/succeeds']);
    expect(silent).toMatch(/^fail: answer: expected an HTTP response, observed no response header within/);
    const [dropped] = await told('closes', kept, ['stream.response/succeeds']);
    expect(dropped).toMatch(/^fail: answer: expected an HTTP response, observed the connection was dropped/);
  });
});

describe.concurrent('a stream that is still coming at the time limit', () => {
  it('is judged by what came, and not by what did not', async () => {
    const [ends, ...rest] = await told(dripping('text/event-stream'), { on: streams }, ofStream);
    const slow =
      /^inconclusive: could not be judged: still sending after [\d.]+ m?s; --timeout \d+s gives it more time$/;
    expect(ends).toMatch(slow);
    expect(rest).toEqual(['pass', 'pass', expect.stringMatching(slow)]);
  });
  it('is wrong in what came all the same', async () => {
    const [type] = await told(dripping('application/json'), { on: streams }, ['stream.response/says-event-stream']);
    expect(type).toMatch(/^fail: Content-Type: expected text\/event-stream, observed application\/json/);
  });
});
