import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { readSettings } from '../../input/read-settings.ts';
import { createAsker } from './asker.ts';

it('asks as a run does: with its token, for no coding, and for no more than the credits it was given', async () => {
  const seen: unknown[] = [];
  const server = createServer(({ url, headers }, response) => {
    seen.push([url, headers.authorization, headers['accept-encoding']]);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"reply":"yes"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const asked = { settings: await readSettings({ target: url }), target: { url, token: 't' }, botId: 'b' };
  const { signal } = new AbortController();
  const asker = createAsker(
    { ...asked, signal, operation: 'chat', seed: 1, rule: undefined },
    { maxCredits: 1, longestMs: 10_000 },
  );
  onTestFinished(async () => void (await asker.close()));
  expect((await asker.ask({ message: 'one' }))?.exchange.response.is).toBe('answer');
  expect(await asker.ask({ message: 'two' })).toBeUndefined();
  expect(seen).toEqual([['/v1/bots/b/chat', 'Bearer t', 'identity']]);
});
