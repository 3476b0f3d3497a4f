import { afterEach, describe, expect, it } from 'vitest';
import {
  certificate,
  namelessUrl,
  redirectTo,
  refusingUrl,
  startHostile,
  type Hostile,
  type HostileKind,
  type HostileOptions,
  type Misbehaviour,
} from '../../fixtures/hostile/index.ts';
import type { Answer, NoAnswer } from '../model/exchange.ts';
import { isStillSending } from '../classification/classify.ts';
import { createTransport, type Connection, type WireRequest } from './transport.ts';
import { wireBounds } from '../reading/wire-bounds.ts';

const hostiles: Hostile[] = [];
afterEach(async () => {
  await Promise.all(hostiles.splice(0).map((hostile) => hostile.close()));
});

async function hostile(kind: HostileKind | Misbehaviour, options: HostileOptions = {}): Promise<Hostile> {
  const started = await startHostile(kind, options);
  hostiles.push(started);
  return started;
}

const never = new AbortController().signal;

async function sent(
  url: string,
  {
    timeoutMs = 5_000,
    ca,
    signal = never,
    ...wire
  }: Partial<WireRequest> & { timeoutMs?: number; ca?: string; signal?: AbortSignal } = {},
): Promise<Answer | NoAnswer> {
  const transport = createTransport({ ca, http2: false });
  try {
    const request = { method: 'GET', url, headers: [], body: undefined, ...wire };
    return await transport.send(request, { timeoutMs, signal, connection: 'kept' });
  } finally {
    await transport.close();
  }
}

/** The outcome of a request in a few words. */
function told(response: Answer | NoAnswer): string {
  return response.is === 'noAnswer' ? response.because : `${response.status} ${response.ending}`;
}

describe('a request without an answer says why', () => {
  it('when nobody listens', async () => {
    const answer = await sent(await refusingUrl());
    expect(answer).toMatchObject({ is: 'noAnswer', because: 'refused' });
    expect(answer).toHaveProperty('detail', expect.stringContaining('ECONNREFUSED'));
  });
  it('when the host has no address', async () => {
    expect(told(await sent(namelessUrl))).toBe('dns');
  });
  it('when the certificate is signed by nobody', async () => {
    const { url } = await hostile('server error', { tls: true });
    const answer = await sent(url);
    expect(told(answer)).toBe('tls');
    expect(answer).toHaveProperty('detail', expect.stringContaining('self'));
  });
  it('when plain HTTP is spoken where TLS is asked', async () => {
    const { url } = await hostile('server error');
    expect(told(await sent(url.replace('http:', 'https:')))).toBe('tls');
  });
  it('when TLS is spoken where plain HTTP is asked', async () => {
    const { url } = await hostile('server error', { tls: true });
    expect(['dropped', 'notHttp']).toContain(told(await sent(url.replace('https:', 'http:'))));
  });
  it.each<[HostileKind, string]>([
    ['closes', 'dropped'],
    ['resets in the header', 'dropped'],
    ['cuts the header', 'dropped'],
    ['is not HTTP', 'notHttp'],
    ['endless header', 'notHttp'],
    ['tells two lengths', 'malformed'],
    ['ends lines in LF', 'malformed'],
    ['puts a space before the colon', 'malformed'],
    ['forgets a space in the status line', 'malformed'],
  ])('when the target %s: %s', async (kind, because) => {
    const { url } = await hostile(kind);
    expect(told(await sent(url))).toBe(because);
  });
  it('when the target says nothing within the deadline', async () => {
    const { url } = await hostile('says nothing');
    const answer = await sent(url, { timeoutMs: 200 });
    expect(answer).toMatchObject({ because: 'timeout', detail: 'no response header' });
    expect(answer.endedAtMs).toBeGreaterThan(190);
    expect(answer.endedAtMs).toBeLessThan(20_000);
  });
  it('when the run was interrupted', async () => {
    const { url } = await hostile('says nothing');
    expect(told(await sent(url, { signal: AbortSignal.timeout(50) }))).toBe('interrupted');
  });
});

describe('a body that does not end well', () => {
  it.each<[HostileKind, string]>([
    ['cuts the body', '200 cut'],
    ['endless slow body', '200 timeout'],
  ])('%s: %s', async (kind, ending) => {
    const { url } = await hostile(kind);
    expect(told(await sent(url, { timeoutMs: 400 }))).toBe(ending);
  });
  it.each<HostileKind>(['endless body', '40 MB body'])(
    '%s is left where it is longer than any answer',
    async (kind) => {
      const { url } = await hostile(kind);
      const answer = await sent(url, { timeoutMs: 20_000 });
      expect(told(answer)).toBe('200 tooLong');
      expect(answer).toHaveProperty(
        'body.length',
        expect.toSatisfy((length: number) => length < wireBounds.bodyBytes * 1.1),
      );
    },
  );
  it('in countless small chunks costs no countless memory', async () => {
    const { url } = await hostile('endless small chunks');
    const answer = await sent(url, { timeoutMs: 700 });
    expect(['200 timeout', '200 tooLong']).toContain(told(answer));
    expect(answer).toHaveProperty(
      'chunks.length',
      expect.toSatisfy((length: number) => length < 100_000),
    );
  });
  it.each([
    ['fell silent', 1, false],
    ['is still sending', Infinity, true],
  ])('is told by whether it %s', async (_, letters, isSlow) => {
    const { url } = await hostile((_request, response) => {
      response.writeHead(200);
      let left = letters;
      const timer = setInterval(() => (left-- > 0 ? response.write('a') : undefined), 20);
      response.once('close', () => clearInterval(timer));
    });
    const answer = await sent(url, { timeoutMs: 300 });
    if (answer.is !== 'answer') throw new Error('it should answer');
    expect([told(answer), isStillSending(answer)]).toEqual(['200 timeout', isSlow]);
  });
  it('is no fault of the target where the run was interrupted', async () => {
    const { url } = await hostile('endless slow body');
    expect(told(await sent(url, { signal: AbortSignal.timeout(100) }))).toBe('200 left');
  });
});

describe('an answer', () => {
  it('keeps the spelling, order and doubles of its header fields', async () => {
    const { url } = await hostile((_request, response) => {
      response.socket?.end(
        'HTTP/1.1 204 No Content\r\nX-B: 1\r\nx-a: 2\r\nX-B: \xe9\r\nConnection: close\r\n\r\n',
        'latin1',
      );
    });
    expect(await sent(url)).toMatchObject({
      status: 204,
      headers: [
        ['X-B', '1'],
        ['x-a', '2'],
        ['X-B', 'é'],
        ['Connection', 'close'],
      ],
    });
  });
  it('with a header of 100 KB is read: HTTP names no limit', async () => {
    const { url } = await hostile(
      (_request, response) => void response.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end(),
    );
    expect(told(await sent(url))).toBe('200 complete');
  });
  it('is taken as it comes: content codings are not undone', async () => {
    const { url } = await hostile('gzip bomb');
    const answer = await sent(url);
    expect(answer).toHaveProperty(
      'body.length',
      expect.toSatisfy((length: number) => length < 500_000),
    );
  });
  it('says when each piece came', async () => {
    const { url } = await hostile('echoes the token over two chunks');
    const answer = await sent(url, { headers: [['authorization', 'Bearer abcdefgh']] });
    if (answer.is !== 'answer') throw new Error('it should answer');
    expect(answer.chunks.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(answer.body.length);
    expect(answer.chunks.map(({ atMs }) => atMs)).toEqual(
      answer.chunks.map(({ atMs }) => atMs).toSorted((a, b) => a - b),
    );
  });
});

/** Writes the pieces one after the other, directly to the socket. */
async function writePieces({ socket }: Parameters<Misbehaviour>[1], pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    socket?.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  socket?.end();
}

describe('an answer behind a 100 Continue that nobody asked for', () => {
  const final = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}';
  it.each([
    [['HTTP/1.1 100 Continue\r\n\r\n', final]],
    [[`HTTP/1.1 100 Continue\r\nX-A: 1\r\n\r\n${final}`]],
    [['HTTP/1.1 10', '0 Continue\r\n', `\r\nHTTP/1.1 100 Continue\r\n\r\n${final}`]],
  ])('is read: %#', async (pieces) => {
    const { url } = await hostile((_request, response) => void writePieces(response, pieces));
    const answer = await sent(url);
    expect(told(answer)).toBe('200 complete');
    expect(answer).toHaveProperty('body', Buffer.from('{}'));
  });
});

describe('an answer behind which none comes to its end', () => {
  it.each([
    ['102 Processing', 'tooMuch', 'more than 64 interim answers, and no other'],
    ['103 Early Hints', 'tooMuch', 'more than 64 interim answers, and no other'],
    ['100 Continue', 'tooMuch', 'more than 64 interim answers, and no other'],
  ])('is given up: %s without end', async (interim, because, detail) => {
    const { url } = await hostile((_request, { socket }) => {
      const bytes = `HTTP/1.1 ${interim}\r\n\r\n`.repeat(1_000);
      const pour = (): void => {
        for (let isRead = true; isRead;) isRead = socket?.writable === true && socket.write(bytes);
      };
      socket?.on('drain', pour);
      socket?.on('error', () => undefined);
      pour();
    });
    expect(await sent(url)).toMatchObject({ is: 'noAnswer', because, detail });
  });
  it('is read behind 60 interim answers', async () => {
    const { url } = await hostile((_request, { socket }) => {
      socket?.end(`${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(60)}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}`);
    });
    expect(told(await sent(url))).toBe('200 complete');
  });
  it('is not judged where it has more than 1,000 fields', async () => {
    const { url } = await hostile((_request, { socket }) => {
      socket?.end(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(1_001)}Content-Length: 2\r\n\r\n{}`);
    });
    expect(await sent(url)).toMatchObject({ because: 'tooMuch', detail: 'a header of more than 1,000 fields' });
  });
  it('is none of HTTP where its header goes on for 256 KB', async () => {
    const { url } = await hostile((_request, { socket }) => {
      socket?.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(300_000)}`);
    });
    expect(await sent(url)).toMatchObject({ because: 'notHttp', detail: 'the header did not end within 256 KB' });
  });
});

describe('the way to the target', () => {
  it('leads nowhere else: no redirect is followed, and no token travels on', async () => {
    const other = await hostile('HTML as JSON');
    const { url } = await hostile(redirectTo(other.url));
    const answer = await sent(url, { headers: [['authorization', 'Bearer a-token-for-tests']] });
    expect(told(answer)).toBe('307 complete');
    expect(other.connections()).toBe(0);
  });
  it('trusts an authority that it is given', async () => {
    const { url } = await hostile('server error', { tls: true });
    expect(told(await sent(url, { ca: certificate.cert }))).toBe('500 complete');
  });
  it('keeps its connection between requests, and takes a new one where it is told to', async () => {
    const target = await hostile('server error');
    const transport = createTransport({ http2: false });
    const send = async (connection: Connection): Promise<unknown> =>
      transport.send(
        { method: 'GET', url: target.url, headers: [], body: undefined },
        { timeoutMs: 5_000, signal: never, connection },
      );
    for (let times = 0; times < 10; times += 1) await send('kept');
    const kept = target.connections();
    expect(kept).toBeLessThan(3);
    await send('new');
    await send('last');
    expect(target.connections()).toBe(kept + 2);
    expect(target.requests.map(({ headers }) => headers.connection).slice(-3)).toEqual([
      'keep-alive',
      'keep-alive',
      'close',
    ]);
    await transport.close();
  });
  it('is no excuse for a request that cannot be sent: that is a defect of assay', async () => {
    const { url, requests } = await hostile('server error');
    await expect(sent(url, { headers: [['authorization', 'Bearer a\nb']] })).rejects.toThrow(
      'invalid authorization header',
    );
    expect(requests).toEqual([]);
  });
});
