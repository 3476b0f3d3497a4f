import { expect, it, onTestFinished } from 'vitest';
import { startHostile } from '../../fixtures/hostile/index.ts';
import type { Answer, NoAnswer } from '../model/exchange.ts';
import { createTransport } from './transport.ts';

/** The response with this text behind its header, on a connection that is closed afterwards where `isClosed` is set. */
async function answered(text: string, coding = 'chunked', isClosed = false): Promise<Answer | NoAnswer> {
  const target = await startHostile((_request, response) => {
    response.socket?.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: ${coding}\r\n\r\n${text}`);
    if (isClosed) response.socket?.end();
  });
  const transport = createTransport({ http2: false });
  onTestFinished(async () => {
    await transport.close();
    await target.close();
  });
  const wire = { url: target.url, method: 'GET', headers: [], body: undefined };
  return transport.send(wire, { timeoutMs: 10_000, signal: new AbortController().signal, connection: 'kept' });
}

const noNumber = 'the size of a chunk is not a hexadecimal number';

it.each([
  ['zz\r\nhello\r\n', `${noNumber}, at "zz"`],
  ['5\r\nhello\r\n-1\r\n', `${noNumber}, at "-1"`],
  ['\r\nhello\r\n', String.raw`${noNumber}, at "\r\n"`],
  ['5 ;x=y\r\nhello\r\n', 'spaces or tabs stand between the size of a chunk and its extension, at ";x=y"'],
  [`\x1b[2J${'y'.repeat(500)}\r\n`, String.raw`${noNumber}, at "\u001b[2J${'y'.repeat(36)}"…`],
  ['fffffffffffffffff\r\nhello', String.raw`the size of a chunk is beyond 64 bits, at "\r\n"`],
  [
    '5\r\nhello\r\n0\r\nX Y: 1\r\n\r\n',
    'a trailer field breaks the grammar of HTTP (Invalid header token), at " Y: 1"',
  ],
  ['5\r\nhelloworld\r\n', 'a chunk breaks the grammar of HTTP (Expected LF after chunk data), at "world"'],
])('a body whose chunks are %j is broken, and it is said where', async (text, brokenBy) => {
  expect(await answered(text)).toMatchObject({ is: 'answer', ending: 'broken', brokenBy });
});
it('a body that ends within a chunk is cut, and none is broken', async () => {
  const answer = await answered('ff\r\nhello', 'chunked', true);
  expect(answer).toMatchObject({ ending: 'cut' });
  expect(answer).not.toHaveProperty('brokenBy');
});

it.each(['chunked\t', 'chunked \t ', '\tchunked\t', '\tchunked', 'chunked '])(
  'blanks and tabs around the coding %j are none of it',
  async (coding) => {
    const answer = await answered('5\r\nhello\r\n6;x=y\r\n world\r\n0\r\nTrailer: x\r\n\r\n', coding);
    expect(answer).toMatchObject({ ending: 'complete', body: Buffer.from('hello world') });
    expect(answer).toMatchObject({ headers: [['Transfer-Encoding', 'chunked']] });
  },
);
it('behind a tab too, chunks that have no end are cut, and those that are none are broken', async () => {
  expect(await answered('5\r\nhello\r\n', 'chunked\t', true)).toMatchObject({
    ending: 'cut',
    body: Buffer.from('hello'),
  });
  expect(await answered('zz\r\nhello\r\n', 'chunked\t')).toMatchObject({
    ending: 'broken',
    brokenBy: `${noNumber}, at "zz"`,
  });
});
