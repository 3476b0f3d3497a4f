import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { checksNamed, judgeTarget } from '../../judged-at.testing.ts';

const check = 'transport.requests/no-request-line-does-no-harm';

async function verdictAt(answer: RequestListener) {
  const server = createServer(answer);
  server.on('clientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const suite = checksNamed(check, 'voices.list/needs-no-token');
  const { findings } = await judgeTarget(`http://127.0.0.1:${port}`, suite, { suite });
  server.closeAllConnections();
  server.close();
  return findings.find(({ check: id }) => id === check)?.verdict;
}

it('a service may say nothing to bytes that are no request, as long as it answers the next one', async () => {
  const voices = ['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer'];
  const verdict = await verdictAt((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ voices }));
  });
  expect(verdict).toEqual({ is: 'pass' });
});

it.each([401, 500])('bytes that are no request are not accused where each voice list gets %i', async (status) => {
  const verdict = await verdictAt((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"error":{"code":"a","message":"b"}}');
  });
  expect(verdict).toMatchObject({ is: 'inconclusive', because: expect.stringContaining('voices.list/needs-no-token') });
});
