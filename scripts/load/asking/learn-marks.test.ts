import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { readSettings } from '../../input/read-settings.ts';
import { learnMarks, type LearnedMarks } from './learn-marks.ts';

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

/** What is learned of a bot that repeats whole messages, on a service that cuts the first streams off. */
async function learnedOf(cut: number, spare = 10): Promise<LearnedMarks & { readonly asked: number }> {
  let asked = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    asked += 1;
    const isCut = asked <= cut;
    const { message } = JSON.parse(await textOf(request)) as { message: string };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify({ t: isCut ? message.slice(0, 5) : message })}\n\n`, () => {
      if (isCut) response.destroy();
      else response.end();
    });
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = await readSettings({ target: url });
  const asking = { settings, target: { url, token: 't' }, botId: 'b', signal: new AbortController().signal };
  const marks = await learnMarks({ ...asking, operations: ['stream'], seed: 7, content: 't', spare }, () => undefined);
  return { ...marks, asked };
}

it('a trial that was cut off is made again, so that the check is not off for it', async () => {
  expect(await learnedOf(0)).toMatchObject({ repeats: 'stream', asked: 2 });
  expect(await learnedOf(2)).toMatchObject({ repeats: 'stream', asked: 4 });
});

it('where all are cut off, that is said, and not that replies lack their marks', async () => {
  const { repeats, repeatsFrom, asked } = await learnedOf(100);
  expect([repeats, repeatsFrom, asked]).toEqual([undefined, '3 stream replies were cut off', 3]);
  // No credits but those of the two trials.
  expect(await learnedOf(100, 0)).toMatchObject({ repeatsFrom: '1 stream reply was cut off', asked: 1 });
});
