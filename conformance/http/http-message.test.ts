import { describe, expect, it } from 'vitest';
import { parseFinalMessage, parseMessage, type SoFar } from './http-message.ts';
import { readingOf } from './raw-answer.ts';

const read = (text: string, method = 'GET', isEnded = false) =>
  parseMessage(Buffer.from(text, 'latin1'), method, isEnded);
const head = 'HTTP/1.1 200 OK\r\nX-A: 1 \r\n';

/** The body, the text behind it, and whether the body is whole. */
function bodyOf(text: string, method = 'GET', isEnded = false): unknown {
  const result = read(text, method, isEnded);
  if (result.is !== 'message') return result.is;
  const { body, end, isWhole } = result.message;
  return [Buffer.from(body).toString('latin1'), text.slice(end), isWhole];
}

describe('a response on the wire', () => {
  it('has a version, a status and fields', () => {
    expect(read(`${head}content-length: 0\r\n\r\n`)).toMatchObject({
      message: {
        version: '1.1',
        status: 200,
        headers: [
          ['X-A', '1'],
          ['content-length', '0'],
        ],
      },
    });
  });
  it('ends where Content-Length says', () => {
    expect(bodyOf(`${head}Content-Length: 2\r\n\r\nabc`)).toEqual(['ab', 'c', true]);
    expect(bodyOf(`${head}Content-Length: 9\r\n\r\nabc`)).toBe('more');
    expect(bodyOf(`${head}Content-Length: 9\r\n\r\nabc`, 'GET', true)).toEqual(['abc', '', false]);
    expect(bodyOf(`${head}Content-Length: x\r\n\r\nabc`)).toBe('malformed');
  });
  it('ends with its last chunk, whatever the length says', () => {
    const chunked = `${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(bodyOf(`${chunked}2;x=1\r\nab\r\n0\r\nT: 1\r\n\r\nrest`)).toEqual(['ab', 'rest', true]);
    expect(bodyOf(`${chunked}2\r\nab\r\n`)).toBe('more');
    expect(bodyOf(`${chunked}2\r\nab\r\n0\r\n`, 'GET', true)).toEqual(['ab', '', false]);
    expect(bodyOf(`${chunked}2\r\nabc\r\n`)).toBe('malformed');
    expect(bodyOf(`${chunked}zz\r\n`)).toBe('malformed');
  });
  it('ends with its connection, where nothing else says so', () => {
    expect(bodyOf(`${head}\r\nabc`)).toBe('more');
    expect(bodyOf(`${head}\r\nabc`, 'GET', true)).toEqual(['abc', '', true]);
  });
  it('has no body after HEAD, 100, 204 and 304', () => {
    expect(bodyOf(`${head}Content-Length: 2\r\n\r\nab`, 'HEAD')).toEqual(['', 'ab', true]);
    for (const status of [100, 204, 304]) expect(bodyOf(`HTTP/1.1 ${status} \r\n\r\nab`)).toEqual(['', 'ab', true]);
  });
  it('is awaited until its header is whole, and is none where other bytes come', () => {
    expect(read('HTT')).toEqual({ is: 'more' });
    expect(read('HTTP/1.1 200')).toEqual({ is: 'more' });
    expect(read('<html>')).toEqual({ is: 'notHttp', because: 'no HTTP response begins with "<html>"' });
  });
  it('that is cut in its header is no malformed one', () => {
    for (const cut of ['HTTP/1.1 200', 'HTTP/1.1 200 OK\r', 'HTTP/1.1 200 OK\r\nContent-Le'])
      expect(read(cut, 'GET', true)).toEqual({ is: 'more' });
  });
  it.each([
    [`${head}Content-Length: 2\r\ncontent-length: 3\r\n\r\n{}`, '2 fields of Content-Length: 2, 3'],
    ['HTTP/1.1 200 OK\nX-A: 1\n\n{}', 'a line of the header ends in LF alone: "HTTP/1.1 200 OK"'],
    [`${head}X-B: 2\n`, 'a line of the header ends in LF alone: "X-B: 2"'],
    ['HTTP/1.1 200 OK\r\nX-A : 1\r\n\r\n', 'a header field "X-A : 1"'],
    ['HTTP/1.1 200 OK\r\nno field\r\n\r\n', 'a header field "no field"'],
    ['HTTP/1.1 200OK\r\n\r\n', 'a status line "HTTP/1.1 200OK"'],
  ])('breaks the grammar: %j', (text, because) => {
    expect(read(text)).toEqual({ is: 'malformed', because });
    expect(read(text, 'GET', true)).toEqual({ is: 'malformed', because });
  });
  it('has one Content-Length where chunks say its end as well', () => {
    const twice = 'Content-Length: 1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n';
    expect(read(`${head}${twice}\r\n0\r\n\r\n`).is).toBe('message');
  });
});

describe('a response that comes in pieces', () => {
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  it.each([
    `HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n${head}Content-Length: 2\r\n\r\nabHTTP/1.1 204 No\r\n\r\n`,
    `${chunked}2;x="1"\r\nab\r\n1\r\nc\r\n0\r\nT: 1\r\n\r\n${head}\r\nabc`,
    `${chunked}2\r\nabc\r\n`,
    `${chunked}zz\r\n`,
    `${head}X-B: 2\n`,
    `${head}no field\r\n\r\n`,
    `${head}Content-Length: 9\r\n\r\nabc`,
    '<html>',
  ])('is read as it is in one: %j', (text) => {
    const bytes = Buffer.from(text, 'latin1');
    const whole = readingOf('GET')(bytes, false);
    for (const step of [1, 3, 7]) {
      const read = readingOf('GET');
      for (let length = step; length < bytes.length; length += step) read(bytes.subarray(0, length), false);
      expect(read(bytes, false)).toEqual(whole);
      expect(read(bytes, true)).toEqual(readingOf('GET')(bytes, true));
    }
  });
  it('has each of its bytes looked at once', () => {
    const soFar: SoFar = { searched: 0 };
    const text = `${chunked}${'1\r\na\r\n'.repeat(1_000)}5`;
    expect(parseMessage(Buffer.from(text), 'GET', false, soFar)).toEqual({ is: 'more' });
    expect(soFar.chunks).toMatchObject({ at: text.length - 1, searched: text.length });
    expect(soFar.chunks?.body.all()).toHaveLength(1_000);
    const long: SoFar = { searched: 0 };
    expect(parseMessage(Buffer.from(`${head}X: ${'a'.repeat(1_000)}`), 'GET', false, long)).toEqual({ is: 'more' });
    expect(long.searched).toBe(head.length + 1_003);
  });
});

describe('a response that goes on and on', () => {
  const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;
  it.each([
    ['a header without an end', `${head}X: ${'x'.repeat(300_000)}`, 'notHttp', 'the header did not end within 256 KB'],
    ['20,000 fields', `${head}${'a:\r\n'.repeat(20_000)}\r\n`, 'tooMuch', 'a header of more than 1,000 fields'],
    ['an endless extension', `${chunked}1;${'x'.repeat(70_000)}`, 'tooMuch', 'chunk extensions of more than 64 KB'],
    [
      'many extensions',
      `${chunked}${`1;${'x'.repeat(100)}\r\na\r\n`.repeat(1_000)}`,
      'tooMuch',
      'chunk extensions of more than 64 KB',
    ],
    ['trailers', `${chunked}0\r\n${'T: 1\r\n'.repeat(20_000)}`, 'tooMuch', 'trailer fields of more than 64 KB'],
    ['a trailer', `${chunked}0\r\nT: ${'1'.repeat(70_000)}`, 'tooMuch', 'trailer fields of more than 64 KB'],
  ])('with %s is read so far', (_, text, is, because) => {
    expect(read(text)).toEqual({ is, because });
  });
  it('with as much as is read is a response', () => {
    expect(read(`${head}${'a:\r\n'.repeat(998)}Content-Length: 0\r\n\r\n`).is).toBe('message');
    expect(bodyOf(`${chunked}1;${'x'.repeat(65_000)}\r\na\r\n0\r\nT: ${'x'.repeat(65_000)}\r\n\r\n`)).toEqual([
      'a',
      '',
      true,
    ]);
  });
  it('has blanks in a value as any other letters', () => {
    const blanks = ' '.repeat(200_000);
    expect(read(`${head}Content-Type:\t a${blanks}b\t \r\nContent-Length: 0\r\n\r\n`)).toMatchObject({
      message: {
        headers: [
          ['X-A', '1'],
          ['Content-Type', `a${blanks}b`],
          ['Content-Length', '0'],
        ],
      },
    });
    expect(read(`${head}X:${blanks}\r\nContent-Length: 0\r\n\r\n`)).toMatchObject({
      message: {
        headers: [
          ['X-A', '1'],
          ['X', ''],
          ['Content-Length', '0'],
        ],
      },
    });
    expect(read(`${head}X: a\rb\r\n\r\n`)).toEqual({ is: 'malformed', because: String.raw`a header field "X: a\rb"` });
  });
  it('with interim answers is read up to 64 of them', () => {
    const hint = 'HTTP/1.1 103 Early Hints\r\n\r\n';
    const answers = (count: number): Buffer => Buffer.from(`${hint.repeat(count)}${head}Content-Length: 0\r\n\r\n`);
    expect(parseFinalMessage(answers(64), false)).toMatchObject({ message: { status: 200 } });
    expect(readingOf('GET')(answers(64), false)).toMatchObject({ finals: [{ status: 200 }] });
    const broken = { is: 'tooMuch', because: 'more than 64 interim answers, and no other' };
    expect(parseFinalMessage(answers(200_000), false)).toEqual(broken);
    expect(readingOf('GET')(answers(200_000), false)).toMatchObject({ finals: [], broken });
  });
});
