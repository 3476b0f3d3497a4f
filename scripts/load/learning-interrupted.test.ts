import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';
import { emptyFolder, startAssay } from '../testing/run-assay.testing.ts';

/** Five seconds are promised; a machine that is busy with other tests takes several times as long for the same. */
const boundMs = 20_000;

it.skipIf(k6IsMissing).each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s while load learns the layout of a stream is no fault of the layout',
  { timeout: 120_000 },
  async (by, code) => {
    let streams = 0;
    const server = createServer((request, response) => {
      if (request.method === 'GET') {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"voices":["alloy"]}');
        return;
      }
      // Whether the token is let in is asked at a bot that nobody has.
      if (!request.url?.startsWith('/v1/bots/b/')) {
        response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"no such bot"}}');
        return;
      }
      streams += 1;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"text":"zq"}\n\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const out = join(emptyFolder(), 'results');
    const target = ['--target', `http://127.0.0.1:${port}`, '--token', 't', '--bot', 'b', '--timeout', '60s'];
    const running = startAssay(['load', 'stream', ...target, '--duration', '5s', '--out', out]);
    try {
      await vi.waitFor(() => expect(streams).toBe(1), { timeout: 60_000, interval: 20 });
      const sentMs = performance.now();
      running.child.kill(by);
      const said = await running.said;
      expect(performance.now() - sentMs).toBeLessThan(boundMs);
      expect(said.code).toBe(code);
      expect(said.err).toContain('interrupted before anything was timed');
      expect(said.out + said.err).not.toMatch(/TTFT is not claimed|joins to/);
      // No k6 was begun by then.
      expect([streams, existsSync(out)]).toEqual([1, false]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
);
