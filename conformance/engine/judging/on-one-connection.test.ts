import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../model/exchange.ts';
import { onOneConnection } from './curl.ts';

function toSend(url: string, body: string): Exchange {
  const exchange = answered({ method: 'POST' });
  return { ...exchange, request: { ...exchange.request, url, headers: [], body: Buffer.from(body) } };
}

it('a line of curl sends two requests over one connection, each with its own body', async () => {
  const got: string[] = [];
  const ports = new Set<number | undefined>();
  const server = createServer((request, response) => {
    ports.add(request.socket.remotePort);
    request.on('data', (part: Buffer) => got.push(`${request.url} ${part.toString()}`));
    request.on('end', () => response.end('{}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const line = onOneConnection(toSend(`${url}/first`, '{"a":1}'), toSend(`${url}/next`, "it's"));
  await promisify(execFile)('sh', ['-c', line ?? '']);
  server.close();
  expect(got).toEqual(['/first {"a":1}', "/next it's"]);
  expect(ports.size).toBe(1);
});
it('there is none where a body has to come from elsewhere than the line', () => {
  const [odd, plain] = ['\u0000', 'x'].map((body) => toSend('http://127.0.0.1:1/', body));
  expect(odd && plain && onOneConnection(odd, plain)).toBeUndefined();
});
