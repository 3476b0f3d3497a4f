import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { startHostile, type HostileKind, type Misbehaviour } from '../../fixtures/hostile/index.ts';
import type { Answer, NoAnswer } from '../model/exchange.ts';
import { parseEventStream } from '../expectations/streams/event-stream.ts';
import type { KeptFor } from './bounds/body-budget.ts';
import { bodiesOf } from './bounds/bodies-under-way.ts';
import { remoteTransports, serveTransports } from './remote-transport.ts';
import { createTransport, type TransportOptions } from './transport.ts';
import { wireBounds } from '../reading/wire-bounds.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function sent(
  kind: HostileKind | Misbehaviour,
  longestBytes: number,
  keptFor?: KeptFor,
): Promise<Answer | NoAnswer> {
  const { url, close } = await startHostile(kind);
  closing.push(close);
  const transport = createTransport({ http2: false, longestBytes: () => longestBytes });
  closing.push(transport.close);
  const wire = { method: 'GET', url, headers: [], body: undefined };
  return transport.send(wire, {
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    connection: 'kept',
    ...(keptFor && { keptFor }),
  });
}

const keptBytes = 100_000;

it('a body is kept as far as its run keeps any', async () => {
  const answer = await sent((_request, response) => void response.end(Buffer.alloc(2_000_000)), keptBytes);
  expect(answer).toMatchObject({ ending: 'unkept', body: { length: keptBytes } });
  if (answer.is !== 'answer') return;
  expect(answer.chunks.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(keptBytes);
});
it('of sound that is not kept to its end only the beginning is, with the times of that', async () => {
  const inPieces: Misbehaviour = (_request, response) => {
    response.write(Buffer.alloc(10_000, 'a'));
    setTimeout(() => response.end(Buffer.alloc(90_001, 'b')), 20);
  };
  const answer = await sent(inPieces, keptBytes, 'sound');
  const beginning = Buffer.concat([Buffer.alloc(10_000, 'a'), Buffer.alloc(6_384, 'b')]);
  expect(answer).toMatchObject({ ending: 'unkept', body: beginning });
  if (answer.is !== 'answer') return;
  expect(answer.body.buffer.byteLength).toBeLessThan(keptBytes);
  expect(answer.chunks.map(({ bytes }) => bytes)).toEqual([10_000, 6_384]);
});
it('sound is kept whole where there is room for it, and what broke off is not taken for it', async () => {
  const whole: Misbehaviour = (_request, response) => void response.end(Buffer.alloc(keptBytes));
  expect(await sent(whole, keptBytes, 'sound')).toMatchObject({ ending: 'complete', body: { length: keptBytes } });
  const cut: Misbehaviour = ({ socket }) => {
    socket.end(
      Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 900000\r\n\r\n'), Buffer.alloc(300_000)]),
    );
  };
  expect(await sent(cut, keptBytes, 'sound')).toMatchObject({ ending: 'cut' });
});
const inAnotherThread = (options: TransportOptions) => {
  const { port1: ours, port2: theirs } = new MessageChannel();
  serveTransports(theirs);
  const transport = remoteTransports(ours)(options);
  return { ...transport, close: () => transport.close().finally(() => ours.close()) };
};
it.each([
  ['here', createTransport],
  ['in another thread', inAnotherThread],
])('others that come meanwhile take of it, and it of theirs until it is heard: %s', async (_, transportOf) => {
  const underWay = bodiesOf(6 * 2 ** 20);
  underWay.add(5.625 * 2 ** 20);
  const { url, close } = await startHostile((_request, response) => void response.end(Buffer.alloc(2_000_000)));
  closing.push(close);
  const transport = transportOf({ http2: false, longestBytes: () => 2 ** 20, underWay });
  closing.push(transport.close);
  const how = { timeoutMs: 20_000, signal: new AbortController().signal, connection: 'kept' } as const;
  const answer = await transport.send({ method: 'GET', url, headers: [], body: undefined }, how);
  expect(answer).toMatchObject({ ending: 'unkept', body: { length: 2 ** 16 } });
  expect(underWay.maxBytes(0)).toBe(2 ** 16);
});
it.each<HostileKind>(['endless body', '40 MB body'])('%s is too long though less of it is kept', async (kind) => {
  expect(await sent(kind, keptBytes)).toMatchObject({ ending: 'tooLong', body: { length: keptBytes } });
});

const event = 'data: {"text":"one"}\n\n';
const streamed =
  (body: string, fields: Readonly<Record<string, string>> = {}): Misbehaviour =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', ...fields });
    response.end(body);
  };

describe('an event stream', () => {
  it.each([
    ['events', event, 100_001],
    ['events that end their lines in CRLF', event.replaceAll('\n', '\r\n'), 100_001],
    ['events that end their lines in CR', event.replaceAll('\n', '\r'), 100_001],
    ['comments', ':\n', 500_001],
    ['empty lines', '\n', 500_001],
  ])('is kept as far as one is read, and a little further: %s', async (_, each, kept) => {
    const answer = await sent(streamed(each.repeat(kept + 50_000)), wireBounds.bodyBytes);
    expect(answer).toMatchObject({ ending: 'unkept' });
    if (answer.is !== 'answer') return;
    expect(Math.floor(answer.body.length / each.length)).toBe(kept);
    expect(parseEventStream(answer.body).unreadBytes).toBeGreaterThan(0);
  });
  it('is kept whole up to there', async () => {
    const answer = await sent(streamed(event.repeat(100_000)), wireBounds.bodyBytes);
    expect(answer).toMatchObject({ ending: 'complete', body: { length: 100_000 * event.length } });
  });
  it('is one only without a content coding, and by its type', async () => {
    const body = '\n'.repeat(600_000);
    for (const fields of [{ 'content-type': 'text/plain' }, { 'content-encoding': 'gzip' }])
      expect(await sent(streamed(body, fields), wireBounds.bodyBytes)).toMatchObject({ body: { length: 600_000 } });
  });
});

it('pieces of one byte beyond the hundred thousandth are one piece', async () => {
  const pieces = 150_000;
  const answer = await sent(({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    socket.end(`${'1\r\nx\r\n'.repeat(pieces)}0\r\n\r\n`);
  }, wireBounds.bodyBytes);
  expect(answer).toMatchObject({ ending: 'complete', body: Buffer.alloc(pieces, 'x') });
  if (answer.is !== 'answer') return;
  expect(answer.chunks.length).toBeLessThanOrEqual(wireBounds.chunks);
  expect(answer.chunks.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(pieces);
});
