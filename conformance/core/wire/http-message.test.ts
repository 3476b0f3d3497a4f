import { describe, expect, it } from 'vitest';
import { messageIn } from './http-message.ts';

const read = (text: string, method = 'GET', isEnded = false) => messageIn(Buffer.from(text, 'latin1'), method, isEnded);
const head = 'HTTP/1.1 200 OK\r\nX-A: 1 \r\n';

/** The body, what is behind it, and whether it is whole. */
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
