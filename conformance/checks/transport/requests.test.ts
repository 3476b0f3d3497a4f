import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { checksNamed, judgedAt, verdictsIn } from '../../judged-at.testing.ts';

it('a service may say nothing to bytes that are no request, as long as it answers the next one', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"voices":[]}');
  });
  server.on('clientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const suite = checksNamed('transport.requests/no-request-line-does-no-harm');
  const { findings } = await judgedAt(`http://127.0.0.1:${port}`, suite, { suite });
  server.closeAllConnections();
  server.close();
  expect(verdictsIn(findings)).toEqual(['pass']);
});
