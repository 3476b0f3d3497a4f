import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { headLines } from './head-lines.ts';
import { createTransport } from './transport.ts';

const told = (...pieces: readonly string[]): unknown => {
  const read = headLines();
  const all = pieces.map((piece) => read(Buffer.from(piece, 'latin1')));
  const { given: _, ...last } = all.at(-1) ?? { given: nothing };
  return last;
};

/** The bytes that are passed on after each of these pieces. */
const given = (...pieces: readonly string[]): readonly string[] => {
  const read = headLines();
  return pieces.map((piece) => read(Buffer.from(piece, 'latin1')).given.toString('latin1'));
};

const nothing = Buffer.alloc(0);

describe('the lines of a header', () => {
  it('say where it ends, in however many pieces they come', () => {
    expect(told('HTTP/1.1 200 OK\r\nA: \tb\xe9\r\n\r\nbody')).toEqual({ endAt: 27 });
    expect(told('HTTP/1.1 200 OK\r\nA: b\r', '\n\r', '\nbody')).toEqual({ endAt: 1 });
  });
  it.each([
    ['X-Evil: a\x1b[31mb\x07', 'the value of its field "X-Evil" has the octet 0x1B'],
    ['X-<script>: 1', 'the name of its field "X-<script>" has the octet 0x3C, "<"'],
    ['X E: 1', 'the name of its field "X E" has the octet 0x20'],
    [': 1', 'a field without a name, ": 1"'],
    ['nothing', 'a line of its header has no colon, "nothing"'],
  ])('break the grammar: %j', (line, fault) => {
    expect(told(`HTTP/1.1 200 OK\r\n${line}\r\n`)).toEqual({ fault });
    expect(told('HTTP/1.1 200 OK\r\n', line.slice(0, 1), `${line.slice(1)}\r`, '\n')).toEqual({ fault });
  });
  it('have all blanks before the value where they tell the framing', () => {
    const fields = 'content-LENGTH:\t59 \t\r\nTransfer-Encoding: chunked\t\r\nA: b\t\r\n';
    expect(given(`HTTP/1.1 200 OK\r\n${fields}\r\nbody\t`)).toEqual([
      'HTTP/1.1 200 OK\r\ncontent-LENGTH:   59\r\nTransfer-Encoding:  chunked\r\nA: b\t\r\n\r\n',
    ]);
  });
  it('are given as they come, but for those that may tell the framing', () => {
    expect(given('HTTP/1.1 200 OK\r\nA', ': b\r\nConte', 'nt-Le', 'ngth: 5', '9\t\r', '\n\r', '\n')).toEqual([
      'HTTP/1.1 200 OK\r\nA',
      ': b\r\n',
      '',
      '',
      '',
      'Content-Length:  59\r\n\r',
      '\n',
    ]);
    expect(given('HTTP/1.1 200 OK\r\nCont', 'ent: b')).toEqual(['HTTP/1.1 200 OK\r\n', 'Content: b']);
    expect(given('HTTP/1.1 200 OK\r\nContent-Length: 5', '9\nA').join('')).toBe(
      'HTTP/1.1 200 OK\r\nContent-Length: 59\nA',
    );
  });
  it('are left to the parser where they are folded, without CR, or too long to keep', () => {
    expect(told('HTTP/1.1 200 OK\r\nA: b\r\n c\x07\r\n\r\n')).toEqual({ endAt: 30 });
    expect(told('HTTP/1.1 200 OK\nA')).toEqual({ isForeign: true });
    expect(told('HTTP/1.1 200 OK\r\n', 'a'.repeat(9_000))).toEqual({ isForeign: true });
  });
});

describe('an octet in a field', () => {
  it('is named where it breaks the grammar, and accused nowhere else', async () => {
    const fields = Array.from({ length: 256 }, (_, octet) => String.fromCharCode(octet)).flatMap((letter) =>
      '\r\n'.includes(letter) ? [] : [`X-A: a${letter}b`, `X-${letter}A: 1`],
    );
    let at = 0;
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => {
        socket.end(Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\n${fields[at]}\r\n\r\n{}`, 'latin1'));
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const transport = createTransport({ http2: false });
    const refused: string[] = [];
    for (at = 0; at < fields.length; at += 1) {
      const wire = { method: 'GET', url, headers: [], body: undefined };
      const answer = await transport.send(wire, {
        timeoutMs: 5_000,
        signal: new AbortController().signal,
        connection: 'last',
      });
      if (answer.is === 'answer') continue;
      expect(answer).toMatchObject({
        because: 'malformed',
        detail: expect.stringMatching(/its field ".*" has the octet/),
      });
      refused.push(fields[at] ?? '');
    }
    await transport.close();
    server.close();
    const value = (code: number): string => `X-A: a${String.fromCharCode(code)}b`;
    const controls = Array.from({ length: 32 }, (_, code) => code).filter((code) => ![9, 10, 13].includes(code));
    expect(refused.filter((field) => field.startsWith('X-A: a'))).toEqual([...controls, 127].map(value));
    expect(refused).not.toContain('X-zA: 1');
    expect(refused).toContain('X-<A: 1');
  });
});
