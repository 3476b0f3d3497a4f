import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { clockedServer } from '../../../load/runner/clocked-server.testing.ts';
import { readSettings } from '../../input/read-settings.ts';
import { askForStreams, learningCredits } from './ask-for-streams.ts';

const { signal } = new AbortController();

it.each([
  ['tok-1', 'Bearer tok-1'],
  [undefined, undefined],
])('asks for three streams and one chat where they leave a doubt, with token %s', async (token, authorization) => {
  await using server = await clockedServer({ firstMs: 0, gapMs: 1, events: 3 });
  const settings = await readSettings({ target: server.url });
  const { streams, chat, failed } = await askForStreams({
    settings,
    target: { url: server.url, token },
    botId: 'b',
    signal,
  });
  const path = (of: string): string => `/v1/bots/b/${of}`;
  expect(server.served.map((each) => [each.path, each.authorization])).toEqual(
    ['chat/stream', 'chat', 'chat/stream', 'chat/stream'].map((of) => [path(of), authorization]),
  );
  // One less than it may come to: no rule that another message could refute.
  expect(server.served).toHaveLength(learningCredits - 1);
  expect(streams.map(({ events }) => events.map(({ value }) => value))).toEqual(
    Array.from({ length: 3 }, () => [{ place: 0 }, { place: 1 }, { place: 2 }]),
  );
  expect([chat?.texts.length, failed]).toEqual([expect.any(Number), undefined]);
  // Each stream is asked for words of its own.
  expect(new Set(streams.flatMap(({ words }) => words)).size).toBe(18);
});

it('does not go on where the first stream fails, and says why', async () => {
  await using server = await clockedServer({ firstMs: 0, gapMs: 0, events: 0, status: 403 });
  const settings = await readSettings({ target: server.url });
  const asked = await askForStreams({ settings, target: { url: server.url, token: 't' }, botId: 'b', signal });
  expect(asked).toEqual({ streams: [], chat: undefined, another: [], failed: 'a stream was answered with status 403' });
  expect(server.served).toHaveLength(1);
});

it('keeps of a stream that goes on no more than is read while a signal waits', async () => {
  const event = `data: {"text":"${'a'.repeat(1_000)}"}\n\n`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(event.repeat(4_000));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = await readSettings({ target: url });
  const { streams } = await askForStreams({ settings, target: { url, token: 't' }, botId: 'b', signal });
  // A sixth of the 8 MB, and of what is left then.
  const kept = streams.map(({ events }) => (events.length * event.length) / 2 ** 20);
  expect(kept[0]).toBeCloseTo(8 / 6, 1);
  expect(Math.max(...kept)).toBe(kept[0]);
});

it('asks for no coding, as a run does', async () => {
  const seen: unknown[] = [];
  const server = createServer(({ headers }, response) => {
    seen.push(headers['accept-encoding']);
    response.writeHead(403).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = await readSettings({ target: url });
  await askForStreams({ settings, target: { url, token: 't' }, botId: 'b', signal });
  expect(seen).toEqual(['identity']);
});

it('says how long it waited where nothing came', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  await new Promise((resolve) => void server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = await readSettings({ target: url, timeout: '0.3s' });
  const { failed } = await askForStreams({ settings, target: { url, token: 't' }, botId: 'b', signal });
  expect(failed).toMatch(/^a stream got no answer within 3\d\d(\.\d)? ms: no response header$/);
});
