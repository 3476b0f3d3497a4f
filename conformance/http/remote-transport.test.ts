import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { startHostile, type HostileKind, type Misbehaviour } from '../../fixtures/hostile/index.ts';
import type { Answer, NoAnswer } from '../model/exchange.ts';
import { remoteTransports, serveTransports } from './remote-transport.ts';
import { createTransport, sendFrom, type Transport, type TransportOptions, type WireRequest } from './transport.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function remote(options: Partial<TransportOptions> = {}): Transport {
  const { port1: ours, port2: theirs } = new MessageChannel();
  serveTransports(theirs);
  const transport = remoteTransports(ours)({ http2: false, ...options });
  closing.push(transport.close, () => ours.close());
  return transport;
}

async function urlOf(kind: HostileKind | Misbehaviour): Promise<string> {
  const { url, close } = await startHostile(kind);
  closing.push(close);
  return url;
}

async function sent(
  transport: Transport,
  wire: Partial<WireRequest> & Pick<WireRequest, 'url'>,
  signal: AbortSignal = new AbortController().signal,
): Promise<Answer | NoAnswer> {
  const request = { method: 'POST', headers: [], body: undefined, ...wire };
  return transport.send(request, { timeoutMs: 20_000, signal, connection: 'kept' });
}

/** The parts of a response that do not depend on time. */
function lasting(response: Answer | NoAnswer): unknown {
  if (response.is === 'noAnswer') return [response.because, response.detail];
  const { status, headers, body, ending, chunks } = response;
  return {
    status,
    headers: headers.filter(([name]) => name.toLowerCase() !== 'date'),
    ending,
    body: textOf(body),
    sizes: chunks.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

const echoes: Misbehaviour = (request, response) => {
  response.writeHead(201, { 'x-said': 'it', 'x-cased': 'As It Is' });
  request.pipe(response);
};

describe('a transport in another thread', () => {
  it.each([
    ['a small body', Buffer.from('{"a":1}')],
    ['a large one', Buffer.alloc(3_000_000, 'b')],
    ['none', undefined],
  ])('gives the same answer as one of this thread: %s', async (_, body) => {
    const url = await urlOf(echoes);
    const here = createTransport({ http2: false });
    closing.push(here.close);
    const [one, other] = [await sent(here, { url, body }), await sent(remote(), { url, body })];
    expect(lasting(other)).toEqual(lasting(one));
    expect(lasting(other)).toMatchObject({ body: textOf(body ?? Buffer.alloc(0)) });
  });
  it('leaves the bytes that are sent as they are', async () => {
    const text = Buffer.from('pooled with others');
    await sent(remote(), { url: await urlOf(echoes), body: text });
    expect(text.toString()).toBe('pooled with others');
  });
  it('sends what is written byte by byte', async () => {
    const url = await urlOf('server error');
    const raw = { sends: [Buffer.from('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')], answers: 1 };
    const how = { ...raw, inTurn: false, awaitsEnd: false, halfCloses: false };
    expect(await sent(remote(), { method: 'GET', url, raw: how })).toMatchObject({ is: 'answer', status: 500 });
  });
  it('says why there is no answer', async () => {
    expect(await sent(remote(), { url: await urlOf('closes') })).toMatchObject({ because: 'dropped' });
  });
  it('keeps as much of a body as is left to a run when it is sent', async () => {
    let left = 1_000;
    const transport = remote({ longestBytes: () => left });
    const url = await urlOf((_request, response) => void response.end(Buffer.alloc(5_000)));
    expect(await sent(transport, { url })).toMatchObject({ ending: 'unkept', body: { length: 1_000 } });
    left = 10_000;
    expect(await sent(transport, { url })).toMatchObject({ ending: 'complete', body: { length: 5_000 } });
  });
  it('asks how much that is by what the body is kept for', async () => {
    const transport = remote({ longestBytes: (keptFor) => (keptFor === 'counted' ? 1_000 : 10_000) });
    const url = await urlOf((_request, response) => void response.end(Buffer.alloc(5_000)));
    const how = { timeoutMs: 20_000, signal: new AbortController().signal, connection: 'kept' } as const;
    const wire = { method: 'GET', url, headers: [], body: undefined };
    expect(await transport.send(wire, { ...how, keptFor: 'counted' })).toMatchObject({ body: { length: 1_000 } });
    expect(await transport.send(wire, { ...how, keptFor: 'sound' })).toMatchObject({ body: { length: 5_000 } });
  });
  it('is interrupted', async () => {
    const interruption = new AbortController();
    const answering = sent(remote(), { url: await urlOf('says nothing') }, interruption.signal);
    interruption.abort();
    expect(await answering).toMatchObject({ is: 'noAnswer', because: 'interrupted' });
    expect(await sent(remote(), { url: await urlOf('says nothing') }, interruption.signal)).toMatchObject({
      because: 'interrupted',
    });
  });
  it('throws for what no client may send, as one of this thread does', async () => {
    const wrong = { url: await urlOf(echoes), headers: [['a b', 'c']] as const };
    await expect(sent(remote(), wrong)).rejects.toThrow(/header/i);
  });
  it('takes the place of others where it is told to', async () => {
    const made: TransportOptions[] = [];
    sendFrom((options) => {
      made.push(options);
      return remote();
    });
    createTransport({ http2: true });
    sendFrom(undefined);
    await createTransport({ http2: false }).close();
    expect(made).toEqual([{ http2: true }]);
  });
});
