import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createTransport } from './transport.ts';

it('keeps the trailer fields of an answer, and says nothing of none', async () => {
  const server = createServer((request, response) => {
    response.writeHead(200, { trailer: 'x-trace' });
    response.write('all of it');
    if (request.url === '/trailing') response.addTrailers({ 'X-Trace': 'a word' });
    response.end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const transport = createTransport({ ca: undefined, http2: false });
  const sent = (path: string) =>
    transport.send(
      { method: 'GET', url: `${url}${path}`, headers: [], body: undefined },
      { timeoutMs: 5_000, signal: new AbortController().signal, connection: 'kept' },
    );
  expect(await sent('/trailing')).toMatchObject({ ending: 'complete', trailers: [['x-trace', 'a word']] });
  expect(await sent('/none')).not.toHaveProperty('trailers');
  await transport.close();
  server.close();
});
