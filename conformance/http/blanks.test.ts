import { expect, it, onTestFinished } from 'vitest';
import { startHostile } from '../../fixtures/hostile/index.ts';
import type { Answer, NoAnswer } from '../model/exchange.ts';
import { createTransport } from './transport.ts';

/** The response to this text, on a connection that stays open unless `ends` is set. */
async function answered(
  text: string,
  more: { readonly ends?: true; readonly later?: string } = {},
): Promise<Answer | NoAnswer> {
  const target = await startHostile((_request, response) => {
    const { socket } = response;
    socket?.write(text, () => {
      // Text that is written in the same turn may arrive as one piece.
      if (more.later !== undefined) setImmediate(() => socket.write(more.later ?? ''));
    });
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

it.each(['59 ', '  59', '59', '59\t', ' \t59 \t ', '\t59'])(
  'blanks around the length %j are none of it',
  async (length) => {
    expect(await answered(withLength(length, 'x'.repeat(59)))).toMatchObject({
      ending: 'complete',
      headers: [
        ['Date', 'Mon, 23 Nov 2026 01:51:08 GMT'],
        ['Content-Length', '59'],
      ],
    });
  },
);

it('neither are they where the length comes in pieces', async () => {
  const [head = '', rest = ''] = withLength('59\t', 'x'.repeat(59)).split(/(?<=Content-Length: 5)/);
  expect(await answered(head, { later: rest })).toMatchObject({ ending: 'complete' });
});

it.each(['59', '59 ', '59\t'])('a body that is shorter than its length %j is cut', async (length) => {
  expect(await answered(withLength(length, 'x'.repeat(40)), { ends: true })).toMatchObject({ ending: 'cut' });
});
