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
    expect(read('<html>')).toEqual({ is: 'malformed', because: 'no HTTP response begins with "<html>"' });
    expect(read('HTTP/1.1 200', 'GET', true).is).toBe('malformed');
    expect(read('HTTP/1.1 200 OK\r\nno field\r\n\r\n').is).toBe('malformed');
  });
});
