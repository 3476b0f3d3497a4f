import { expect, it, onTestFinished } from 'vitest';
import { startHostile } from '../../fixtures/hostile/index.ts';
import type { Answer, NoAnswer } from '../model/exchange.ts';
import { createTransport } from './transport.ts';

/** The answer that is written so, on a connection that stays open. */
async function answered(text: string, more: { readonly ends?: true } = {}): Promise<Answer | NoAnswer> {
  const target = await startHostile((_request, response) => {
    response.socket?.write(text);
    if (more.ends === true) response.socket?.end();
  });
  const transport = createTransport({ ca: undefined, http2: false });
  onTestFinished(async () => {
    await transport.close();
    await target.close();
  });
  const wire = { url: target.url, method: 'GET', headers: [], body: undefined };
  return transport.send(wire, { timeoutMs: 5_000, signal: new AbortController().signal, connection: 'kept' });
}

const withLength = (length: string, body: string): string =>
  `HTTP/1.1 200 OK\r\nDate: Mon, 23 Nov 2026 01:51:08 GMT \t\r\nContent-Length: ${length}\r\n\r\n${body}`;

it.each(['59 ', '  59', '59'])('blanks around the length %j are none of it', async (length) => {
  expect(await answered(withLength(length, 'x'.repeat(59)))).toMatchObject({
    ending: 'complete',
    headers: [
      ['Date', 'Mon, 23 Nov 2026 01:51:08 GMT'],
      ['Content-Length', '59'],
    ],
  });
});

it('a body that is shorter than its length is cut, with blanks or without', async () => {
  expect(await answered(withLength('59 ', 'x'.repeat(40)), { ends: true })).toMatchObject({ ending: 'cut' });
});
