import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { answered } from '../expectations/sample-exchange.testing.ts';
import { charsetsOf, contentOf, encodedLike, excerptOf, jsonOf, mediaTypeOf } from './content.ts';
import type { Answer } from '../model/exchange.ts';

function answer(body: string | Uint8Array, ...headers: readonly (readonly [string, string])[]): Answer {
  const { response } = answered({ body, headers });
  if (response.is !== 'answer') throw new Error('a sample is an answer');
  return response;
}

const text = '{"so":"it is"}';
const read = (coded: Answer): string => {
  const content = contentOf(coded);
  return content.is === 'bytes' ? Buffer.from(content.bytes).toString('utf8') : content.because;
};

describe('the content of an answer', () => {
  it.each([
    ['identity', Buffer.from(text)],
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['zstd', Buffer.concat([...text].map((letter) => zstdCompressSync(letter)))],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
  ])('comes out of %s', (coding, body) => {
    const coded = answer(body, ['Content-Encoding', coding]);
    expect(read(coded)).toBe(text);
    expect(read({ ...coded, body: encodedLike(coded, Buffer.from('other')) })).toBe('other');
  });
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('comes out of what came of %s, where the rest did not come', (coding, compress) => {
    const body = compress(Buffer.from(text)).subarray(0, -1);
    const coded = answer(body, ['Content-Encoding', coding]);
    expect(read({ ...coded, ending: 'timeout' })).not.toContain('breaks off');
    expect(read(coded)).toContain(`a ${coding} body that breaks off after ${body.length} bytes: `);
  });
  it('breaks off where Content-Length ends it, which may be that of what was coded', () => {
    const body = gzipSync(text).subarray(0, text.length);
    const coded = answer(body, ['content-encoding', 'gzip'], ['content-length', String(text.length)]);
    expect(read(coded)).toMatch(
      /^a gzip body that breaks off after 14 bytes, as many as Content-Length says: gzip, bytes 1f8b08/,
    );
  });
  it('does not break off where it never was in that coding', () => {
    for (const body of ['{}', '']) {
      const because = `a body that is not deflate, as its Content-Encoding says: ${JSON.stringify(body)}`;
      expect(read(answer(body, ['content-encoding', 'deflate']))).toBe(because);
    }
  });
  it('comes out of codings in several fields', () => {
    const body = brotliCompressSync(gzipSync(text));
    expect(read(answer(body, ['content-encoding', 'gzip'], ['content-encoding', 'br']))).toBe(text);
  });
  it('is not what its coding says', () => {
    expect(read(answer(text, ['content-encoding', 'gzip']))).toBe(
      String.raw`a body that is not gzip, as its Content-Encoding says: "{\"so\":\"it is\"}"`,
    );
  });
  it.each(['snappy', 'constructor', '__proto__'])('has no coding %s', (coding) => {
    expect(read(answer(text, ['content-encoding', coding]))).toBe(`the unknown Content-Encoding "${coding}"`);
  });
  it('never fills the memory, and a bomb is called by its name', () => {
    const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024));
    const because = 'a gzip body that decodes to more than 33554432 bytes, which is not judged';
    expect(read(answer(bomb, ['content-encoding', 'gzip']))).toBe(because);
    // The body is not judged: it may be valid JSON.
    expect(jsonOf(answer(bomb, ['content-encoding', 'gzip']))).toEqual({ is: 'tooMuch', because });
  });
  it('is not looked for in more frames than anybody needs', () => {
    const frames = answer(Buffer.concat(Array.from({ length: 1_001 }, () => zstdCompressSync('1'))), [
      'content-encoding',
      'zstd',
    ]);
    const because = 'a zstd body of more than 1,000 frames, which is not judged';
    expect(jsonOf(frames)).toEqual({ is: 'tooMuch', because });
  });
  it('may have been JSON where no more of it is kept', () => {
    const begun = answer(Buffer.from('{"so":"it'));
    expect(jsonOf(begun).is).toBe('notJson');
    const because = 'more than is left of the 96 MB that are kept of a run';
    expect(jsonOf({ ...begun, ending: 'unkept' })).toEqual({ is: 'tooMuch', because });
  });
  it('may have been JSON where sound is longer than any is read', () => {
    const sound = answer(Buffer.from(`{"audioBase64":"${'A'.repeat(1_000)}`));
    expect(jsonOf(sound).is).toBe('notJson');
    expect(jsonOf({ ...sound, ending: 'tooLong' })).toEqual({
      is: 'tooMuch',
      because: 'more than 32 MB on one connection',
    });
    expect(jsonOf({ ...answer(Buffer.from('{"so":"it')), ending: 'tooLong' }).is).toBe('notJson');
  });
  it('is looked for behind as many codings as curl undoes, and no more', () => {
    const coded = (times: number): Answer =>
      answer(
        Array.from({ length: times }).reduce<Uint8Array>((bytes) => gzipSync(bytes), Buffer.from(text)),
        ['content-encoding', Array.from({ length: times }, () => 'gzip').join(', ')],
      );
    expect(read(coded(5))).toBe(text);
    const because = '6 content codings, which are not decoded: at most 5 are';
    expect(read(coded(6))).toBe(because);
    expect(jsonOf(coded(6))).toEqual({ is: 'tooMuch', because });
  });
  it('is told of whichever answer was asked about, in turn', () => {
    const [one, other] = ['one', 'other'].map((each) => answer(gzipSync(each), ['content-encoding', 'gzip']));
    expect([one, other, one].map((each) => each && read(each))).toEqual(['one', 'other', 'one']);
  });
  it('is coded anew within moments, however much of it there is', () => {
    const body = Buffer.from(Array.from({ length: 600_000 }, (_, at) => `word ${(at * 2_654_435_761) % 1e9}`).join());
    const coded = answer('', ['content-encoding', 'br']);
    const begun = process.cpuUsage();
    expect(read({ ...coded, body: encodedLike(coded, body) })).toHaveLength(body.length);
    // The default quality takes ten seconds and more. Processor time is measured, as other processes may delay this
    // one.
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(5_000);
  });
});

describe('JSON in an answer', () => {
  it('is read as UTF-8, with a byte order mark or without', () => {
    expect(jsonOf(answer('"é"'))).toEqual({ is: 'json', value: 'é' });
    expect(jsonOf(answer('\uFEFF"é"'))).toEqual({ is: 'json', value: 'é' });
  });
  it.each([
    ['', 'an empty body'],
    ['{"a":', String.raw`"{\"a\":"`],
    [Buffer.from([0x22, 0xe9, 0x22]), String.raw`a byte that is not UTF-8 at offset 1, after "\"", then bytes e922`],
  ])('is none in %j', (body, because) => {
    expect(jsonOf(answer(body))).toEqual({ is: 'notJson', because });
  });
  it('tells where it is none any more, if that is behind what is shown of it', () => {
    const long = 'First line of several. '.repeat(4);
    expect(jsonOf(answer(`{"reply":"${long}\nSecond"}`))).toEqual({
      is: 'notJson',
      because: String.raw`"{\"reply\":\"First line of several. First line of several. Firs"…, no JSON from character 103 on: …"ine of several. \nSecond\"}"…`,
    });
  });
  it('tells that it ends too soon', () => {
    const cut = `{"reply":"${'First line of several. '.repeat(4)}`;
    expect(jsonOf(answer(cut))).toMatchObject({
      because: expect.stringMatching(/Firs"…, which ends before its JSON does$/) as string,
    });
  });
  it('tells that a length may be that of the letters', () => {
    const whole = '{"sessionId":"ses_1","reply":"Is it a café or a crème brûlée?"}';
    const sent = (length: number, says = length) =>
      jsonOf(answer(Buffer.from(whole).subarray(0, length), ['Content-Length', String(says)]));
    const counted = /, cut short: Content-Length may count letters, not bytes$/;
    const said = { is: 'notJson', because: expect.stringMatching(counted) as string };
    expect(sent(whole.length)).toEqual(said);
    expect(sent(Buffer.from(whole).lastIndexOf('é') + 1)).toEqual(said);
    const other = { is: 'notJson', because: expect.not.stringMatching(counted) as string };
    expect(sent(whole.length, whole.length + 1)).toEqual(other);
    expect(sent(Buffer.from(whole).indexOf('é'))).toEqual(other);
  });
  it('may be nested deeper than any stack', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(jsonOf(answer(deep))).toEqual({
      is: 'tooMuch',
      because: 'JSON nested 200,000 levels deep, which is not judged: at most 10,000 are read',
    });
  });
});

describe('words for an answer', () => {
  it('name its media type without parameters', () => {
    expect(mediaTypeOf(answer('', ['Content-Type', ' Application/JSON; charset=utf-8']))).toBe('application/json');
    expect(mediaTypeOf(answer(''))).toBe('');
  });
  it.each<readonly [type: string, charsets: readonly string[]]>([
    ['application/json', []],
    ['application/json; charset=utf-8', ['utf-8']],
    ['text/event-stream;Charset = "UTF-8"; x=y', ['UTF-8']],
    ['application/json; charset=utf-8; charset=latin1', ['utf-8', 'latin1']],
    [String.raw`a/b; charset="ut\f-8"`, ['utf-8']],
    ['a/b; charset="utf-8', ['utf-8']],
    ['a/b; charset=', ['']],
    [String.raw`a/b; x="\"; charset=latin1"; y=";charset=z"`, []],
    ['a/b; notacharset=latin1', []],
  ])('name each charset of %s', (type, charsets) => {
    expect(charsetsOf(answer('', ['content-type', type]))).toEqual(charsets);
  });
  it('are done with a hostile type at once', { timeout: 2_000 }, () => {
    for (const part of ['"', String.raw`\"`, '; ', ';\t', ';charset', '; charset="', '; charset =\\'])
      expect(charsetsOf(answer('', ['content-type', `a/b;"${part.repeat(50_000)}`])).length).toBeLessThan(50_001);
  });
  it('show the head of a text, never a lone surrogate, and bytes in hex', () => {
    expect(excerptOf(Buffer.from('short'))).toBe('"short"');
    expect(excerptOf(Buffer.from('é'.repeat(40)))).toBe(`"${'é'.repeat(30)}"…`);
    expect(excerptOf(Buffer.from(`x${'é'.repeat(40)}`))).toBe(`"x${'é'.repeat(29)}"…`);
    expect(excerptOf(Buffer.from(`${'x'.repeat(53)}👩‍👧${'y'.repeat(40)}`))).toBe(`"${'x'.repeat(53)}"…`);
    expect(excerptOf(Buffer.from([0, 1, 2, 255]))).toBe('bytes 000102ff');
    expect(excerptOf(gzipSync('a')).slice(0, 18)).toBe('gzip, bytes 1f8b08');
  });
});
