import { connect, type Socket } from 'node:net';
import { getEventListeners, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFrozen } from '../../fixtures/hostile/frozen.ts';
import { onceConnected } from './connecting.ts';
import { createTransport, type WireRequest } from './transport.ts';

/** A port with a full queue, which drops attempts to connect like a firewall. */
let full: { readonly url: string; readonly close: () => Promise<void> };
const waiting: Socket[] = [];
const transport = createTransport({ http2: false });
beforeAll(async () => {
  full = await startFrozen();
  const { hostname, port } = new URL(full.url);
  for (let more = true; more && waiting.length < 20;) {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    waiting.push(socket);
    more = await once(socket, 'connect', { signal: AbortSignal.timeout(500) }).then(
      () => true,
      () => false,
    );
  }
});
afterAll(async () => {
  for (const socket of waiting) socket.destroy();
  await transport.close();
  await full.close();
});

const raw = {
  sends: [Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  answers: 1,
  inTurn: false,
  awaitsEnd: false,
  halfCloses: false,
};

describe('an address that drops what is sent to it', () => {
  const ask = (more: Partial<WireRequest>, signal: AbortSignal, timeoutMs: number) =>
    transport.send(
      { method: 'GET', url: `${full.url}/v1/audio/voices`, headers: [], body: undefined, ...more },
      { timeoutMs, signal, connection: 'kept' },
    );
  it.each([
    ['a request', {}],
    ['what is written byte by byte', { raw }],
  ])('has not been silent to %s, which never reached it', async (_, more) => {
    const begunMs = performance.now();
    const outcome = await ask(more, new AbortController().signal, 400);
    expect(outcome).toMatchObject({ because: 'unreachable', detail: 'no connection was made in time' });
    // The system, and undici, would try for ten seconds and longer.
    expect(performance.now() - begunMs).toBeLessThan(8_000);
  });
  it('keeps nobody waiting who interrupts', async () => {
    const begunMs = performance.now();
    const outcome = await ask({}, AbortSignal.timeout(300), 60_000);
    expect(outcome).toMatchObject({ because: 'interrupted' });
    expect(performance.now() - begunMs).toBeLessThan(8_000);
  });
});

describe('a request that has a connection', () => {
  it.each([
    ['is answered', () => Promise.resolve('an answer')],
    ['is refused', () => Promise.reject(new Error('refused'))],
  ])('leaves nothing with the signals of the run, once it %s', async (_, asked) => {
    const [run, own] = [new AbortController(), new AbortController()];
    const signal = AbortSignal.any([run.signal, own.signal]);
    await onceConnected(asked(), signal, () => true).catch(() => undefined);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
