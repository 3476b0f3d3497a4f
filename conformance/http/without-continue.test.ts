import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Answer, NoAnswer } from '../model/exchange.ts';
import { createTransport } from './transport.ts';

const final = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';

async function written(socket: Socket, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    socket.write(piece);
    await turn();
  }
}

/** The responses to this number of requests on one connection, each of which is answered with these pieces. */
async function answersTo(pieces: readonly string[], requests = 1): Promise<readonly (Answer | NoAnswer)[]> {
  const server = createServer((socket) => {
    socket.setNoDelay(true).on('error', () => undefined);
    socket.on('data', () => void written(socket, pieces));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const transport = createTransport({ http2: false });
  const wire = { method: 'GET', url, headers: [], body: undefined };
  const answers: (Answer | NoAnswer)[] = [];
  while (answers.length < requests) {
    const { signal } = new AbortController();
    answers.push(await transport.send(wire, { timeoutMs: 5_000, signal, connection: 'kept' }));
  }
  await transport.close();
  server.close();
  return answers;
}

describe('an answer behind interim answers of any kind and number', () => {
  it.each([
    [[`HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${final}`]],
    [['HTTP/1.1 199 \r\nA: b\r', '\n\r\nHTT', 'P/1.1 100 \r\n\r\nHTTP/1.1 102 x\r\n\r\n', final]],
    [[...'HTTP/1.1 103 x\r\n\r\nHTTP/1.1 100 x\r\n\r\n', final]],
  ])('is read, and so is the next: %#', async (pieces) => {
    for (const answer of await answersTo(pieces, 2))
      expect(answer).toMatchObject({ status: 200, ending: 'complete', body: Buffer.from('{}') });
  });
  it('keeps what in its body looks like one', async () => {
    const body = 'HTTP/1.1 100 Continue\r\n\r\n';
    const head = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`;
    expect(await answersTo([head, body])).toMatchObject([{ ending: 'complete', body: Buffer.from(body) }]);
  });
});

describe('an answer of another protocol that nobody asked for', () => {
  it('is told as such', async () => {
    const switched = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nhello';
    const detail = '101 Switching Protocols, though no other protocol was asked for';
    expect(await answersTo([switched])).toMatchObject([{ because: 'malformed', detail }]);
  });
});
