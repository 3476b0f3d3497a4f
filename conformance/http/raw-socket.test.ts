import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '../../fixtures/index.ts';
import type { Answer, NoAnswer } from '../model/exchange.ts';
import { wireBounds } from '../reading/wire-bounds.ts';
import { sendRaw, type RawWire } from './raw-socket.ts';
import { fillRaw, rawHead, rawVoicesRequest, splitWithin } from './raw-text.ts';

const open: (Server | RunningService)[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** A raw server; `onConnection` handles each connection. */
async function served(onConnection: (socket: Socket) => void): Promise<string> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const never = new AbortController().signal;
const own = { userAgent: 'assay/1', requestId: 'assay-000000000000-1' };

type SentParts = Partial<RawWire> & { texts?: readonly string[]; timeoutMs?: number; longestBytes?: number };

async function sent(url: string, parts: SentParts = {}) {
  const { texts = [rawVoicesRequest], timeoutMs = 2_000, longestBytes = wireBounds.bodyBytes, ...wire } = parts;
  const sends = fillRaw({ sends: texts }, url, [], own).map((text) => Buffer.from(text));
  return sendRaw(
    { url, method: 'GET', sends, answers: 1, inTurn: false, halfCloses: false, awaitsEnd: false, ...wire },
    { timeoutMs, signal: never, longestBytes },
  );
}

function told(response: Answer | NoAnswer): unknown {
  if (response.is === 'noAnswer') return response.because;
  return [response.status, Buffer.from(response.body).toString(), response.onWire];
}

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';
const plain = { version: '1.1', interim: [], rest: '', closed: true, hasty: false };

describe('bytes on a connection of their own', () => {
  it('are answered by the reference service', async () => {
    const service = await startService();
    open.push(service);
    expect(await sent(service.url)).toMatchObject({ status: 200, ending: 'complete', onWire: plain });
  });
  it('get what stands behind the answer too', async () => {
    const url = await served((socket) => socket.once('data', () => socket.end(`${ok}more`)));
    expect(told(await sent(url))).toEqual([200, '{}', { ...plain, rest: 'more' }]);
  });
  it('get as many interim answers before each answer as are read before one', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(60);
    const url = await served((socket) => socket.once('data', () => socket.end((hints + ok).repeat(2))));
    const interim = Array.from({ length: 60 }, () => 103);
    expect(told(await sent(url, { answers: 2 }))).toEqual([200, '{}', { ...plain, interim, rest: hints + ok }]);
  });
  it('do not wait for a server that keeps its connection', async () => {
    const url = await served((socket) => socket.once('data', () => socket.write(ok)));
    expect(told(await sent(url))).toEqual([200, '{}', { ...plain, closed: false }]);
  });
  it('are sent in parts a moment apart where they are to be torn', async () => {
    const url = await served((socket) => {
      const parts: string[] = [];
      socket.on('data', (part) => {
        parts.push(part.toString('hex'));
        if (parts.length < 2) return;
        const body = parts.map((hex) => hex.slice(-2)).join(' ');
        socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      });
    });
    const sends = splitWithin(Buffer.from('an \u00e9'), '\u00e9');
    expect(told(await sent(url, { sends, pauseMs: 50 }))).toEqual([200, 'c3 a9', plain]);
    expect(splitWithin(Buffer.from('an e'), '\u00e9')).toEqual([Buffer.from('an e')]);
  });
  it('wait for the end of the connection where they are told to, and no longer than the time limit', async () => {
    const late = await served((socket) =>
      socket.once('data', () => socket.write(ok, () => setTimeout(() => socket.end(), 300))),
    );
    expect(told(await sent(late, { awaitsEnd: true }))).toEqual([200, '{}', plain]);
    const never = await served((socket) => socket.once('data', () => socket.write(ok)));
    expect(told(await sent(never, { awaitsEnd: true, timeoutMs: 400 }))).toEqual([
      200,
      '{}',
      { ...plain, closed: false },
    ]);
  });
  it('go out in turn, each after an answer, interim ones too', async () => {
    const got: string[] = [];
    const url = await served((socket) => {
      const answers = ['HTTP/1.1 100 Continue\r\n\r\n', ok];
      socket.on('data', (data) => {
        got.push(data.toString());
        socket.write(answers.shift() ?? '');
      });
    });
    expect(told(await sent(url, { texts: ['one', 'two'] }))).toEqual([
      200,
      '{}',
      { ...plain, interim: [100], closed: false },
    ]);
    expect(got).toEqual(['one', 'two']);
  });
  it('go out all the same where nothing is answered', async () => {
    const url = await served((socket) => {
      socket.on('data', (data) => data.toString().endsWith('two') && socket.end(ok));
    });
    expect(told(await sent(url, { texts: ['one', 'two'], timeoutMs: 400 }))).toEqual([
      200,
      '{}',
      { ...plain, hasty: true },
    ]);
  });
  it('are sent in turn where they are requests of their own: behind each whole answer, however long it took', async () => {
    const url = await served((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 100 Continue\r\n\r\n');
        setTimeout(() => socket.write(ok), 250);
        socket.once('data', (next) => setTimeout(() => socket.end(`${ok}${next.toString()}`), 250));
      });
    });
    const answer = await sent(url, { texts: ['one', 'two'], answers: 2, inTurn: true, timeoutMs: 400 });
    expect(told(answer)).toEqual([200, '{}', { ...plain, interim: [100], rest: `${ok}two` }]);
  });
  it('may end before the request does', async () => {
    const url = await served((socket) => socket.resume().once('end', () => socket.end(ok)));
    expect(told(await sent(url, { halfCloses: true }))).toEqual([200, '{}', plain]);
  });
});

describe('an answer that began', () => {
  it.each([
    ['fewer bytes than its length', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}'],
    ['neither a length nor chunks', 'HTTP/1.1 200 OK\r\n\r\n{}'],
    ['a chunk, and not the last', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n'],
  ])('and has no end is kept as far as it came: %s', async (_, begun) => {
    const url = await served((socket) => socket.once('data', () => socket.write(begun)));
    const answer = await sent(url, { timeoutMs: 300 });
    expect(told(answer)).toEqual([200, '{}', { ...plain, closed: false }]);
    expect(answer).toMatchObject({ ending: 'timeout', chunks: [{ bytes: 2 }] });
  });
});

describe('without an answer it is said why', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['dropped', (socket) => socket.end()],
    ['dropped', (socket) => socket.resetAndDestroy()],
    ['dropped', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le')],
    ['notHttp', (socket) => socket.end('<html>')],
    ['malformed', (socket) => socket.write('HTTP/1.1 200 OK\n\n')],
    ['malformed', (socket) => socket.end('HTTP/1.1 200OK\r\nContent-Length: 2\r\n\r\n{}')],
    ['timeout', (socket) => socket.resume()],
    ['timeout', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Le')],
  ])('%s', async (because, onConnection) => {
    const url = await served((socket) => socket.once('data', () => onConnection(socket)));
    expect(told(await sent(url, { timeoutMs: 300 }))).toBe(because);
  });
  it('refused', async () => {
    const url = await served(() => undefined);
    for (const each of open.splice(0)) await each.close();
    expect(told(await sent(url))).toBe('refused');
  });
  it('timeout, where fewer answers came than were asked for', async () => {
    const url = await served((socket) => socket.once('data', () => socket.write(ok)));
    expect(told(await sent(url, { answers: 2, timeoutMs: 300 }))).toBe('timeout');
  });
  it.each([
    ['whole, and the second is too long', { answers: 2 }, ok],
    ['within its header', { answers: 1 }, ''],
  ])('the service dropped nothing where assay keeps no more of the run: the first is %s', async (_, asked, before) => {
    const long = `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(2_000)}`;
    const url = await served((socket) => socket.once('data', () => socket.write(before + long)));
    expect(await sent(url, { ...asked, longestBytes: 1_000 })).toMatchObject({
      is: 'noAnswer',
      because: 'tooMuch',
      detail: 'more than is left of the 96 MB that are kept of a run',
    });
  });
});

describe('an answer that goes on and on', () => {
  /** Sends the same bytes again and again, as fast as they are read. */
  const flooding = (begin: string, piece: string) => (socket: Socket) =>
    socket.once('data', () => {
      const bytes = Buffer.from(piece.repeat(Math.ceil(60_000 / piece.length)));
      const pour = (): void => {
        while (socket.writable && socket.write(bytes));
      };
      socket.on('drain', pour);
      socket.write(begin);
      pour();
    });
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  it.each([
    ['HTTP/1.1 200 ', 'x', 'notHttp', 'HPE_INVALID_CONSTANT: the header did not end within 256 KB'],
    ['', 'HTTP/1.1 103 Hints\r\n\r\n', 'tooMuch', 'more than 64 interim answers, and no other'],
    ['HTTP/1.1 200 OK\r\n', 'a: b\r\n', 'notHttp', 'HPE_INVALID_CONSTANT: the header did not end within 256 KB'],
    [`${chunked}1;`, 'x', 'tooMuch', 'chunk extensions of more than 64 KB'],
    [`${chunked}0\r\n`, 'a: b\r\n', 'tooMuch', 'trailer fields of more than 64 KB'],
  ])('is given up: %j, then %j without end', async (begin, piece, because, detail) => {
    const url = await served(flooding(begin, piece));
    expect(await sent(url)).toMatchObject({ is: 'noAnswer', because, detail });
  });
  it.each([
    ['HTTP/1.1 200 OK\r\n\r\n', 'a'],
    [chunked, '1\r\na\r\n'],
  ])('is kept up to 32 MB: %j, then %j', async (begin, piece) => {
    const url = await served(flooding(begin, piece));
    const answer = await sent(url, { timeoutMs: 30_000 });
    expect(answer).toMatchObject({ status: 200, ending: 'tooLong', onWire: { closed: false, rest: '' } });
  });
});

describe('the text of a raw request', () => {
  it('is filled in with the target and the fields of the caller', () => {
    const text = rawHead('GET', '/v1/x', [['A', '1']]);
    expect(fillRaw({ sends: [text] }, 'https://h.test:8443/base/', [['X-Own', 'o']], own)).toEqual([
      'GET /base/v1/x HTTP/1.1\r\nHost: h.test:8443\r\nAccept: */*\r\nA: 1\r\n' +
        'user-agent: assay/1\r\nx-request-id: assay-000000000000-1\r\nX-Own: o\r\n\r\n',
    ]);
  });
  it('has an id of its own for each request in it, and none where the caller gives one', () => {
    const head = rawHead('GET', '/v1/x');
    const idsIn = (...extra: readonly (readonly [string, string])[]): readonly string[] =>
      fillRaw({ sends: [head + head, head] }, 'http://h.test', extra, own).flatMap(
        (text) => text.match(/(?<=^x-request-id: ).*$/gim) ?? [],
      );
    expect(idsIn()).toEqual(['assay-000000000000-1', 'assay-000000000000-1-2', 'assay-000000000000-1-3']);
    expect(idsIn(['X-Request-Id', 'mine'])).toEqual(['mine', 'mine', 'mine']);
  });
});
