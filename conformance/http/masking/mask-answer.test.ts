import { brotliCompressSync, deflateRawSync, deflateSync, gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { contentOf } from '../../bodies/content.ts';
import type { Answer, HeaderFields } from '../../model/exchange.ts';
import { maskAnswer } from './mask-answer.ts';
import { maskText } from './secrets.ts';
import { spellings } from './spellings.testing.ts';

const secret = 'Kq7/Zx+Lw29Tt=Ye4Rb8Mn3Vc';
const page = JSON.stringify({ error: { message: `Bearer ${secret}`, details: { authorization: secret } } });
const stream = (write: (part: string) => string, size: number): string =>
  [...secret.matchAll(new RegExp(`.{1,${size}}`, 'g'))].map(([part]) => write(part)).join('');

function answered(body: string | Uint8Array, headers: HeaderFields = []): Answer {
  return {
    is: 'answer',
    status: 400,
    headers,
    headersAtMs: 1,
    body: Buffer.from(body),
    chunks: [],
    ending: 'complete',
    endedAtMs: 2,
    stalledMs: 0,
  };
}

function kept(body: string | Uint8Array, headers: HeaderFields = []): Answer {
  const masked = maskAnswer(answered(body, headers), [['${ASSAY_TOKEN}', secret]]);
  if (masked.is !== 'answer') throw new Error('an answer stays one');
  return masked;
}

const textOf = (body: Uint8Array): string => Buffer.from(body).toString('latin1');

it('an answer that repeats a secret in a trailer field is kept without it', () => {
  const trailing = { ...answered('{}'), trailers: [['x-trace', `Bearer ${secret}`] as [string, string]] };
  const masked = maskAnswer(trailing, [['${ASSAY_TOKEN}', secret]]);
  expect(JSON.stringify(masked)).not.toContain(secret);
  expect(masked).toMatchObject({ trailers: [['x-trace', expect.stringContaining('${ASSAY_TOKEN}')]] });
});

describe('an answer that repeats a secret in a coding', () => {
  it.each([
    ['gzip', gzipSync(page), 'gzip'],
    ['gzip of gzip', gzipSync(gzipSync(page)), 'gzip, gzip'],
    ['brotli', brotliCompressSync(page), 'br'],
    ['zstd', zstdCompressSync(page), 'zstd'],
    ['deflate', deflateSync(page), 'deflate'],
    ['bare deflate', deflateRawSync(page), 'deflate'],
  ])('%s, as it says: is kept so, without the secret', (_, body, coding) => {
    const content = contentOf(kept(body, [['content-encoding', coding]]));
    const text = content.is === 'bytes' ? textOf(content.bytes) : '';
    expect(text).toBe(page.replaceAll(secret, '${ASSAY_TOKEN}'.padEnd(secret.length, '*')));
  });
  it.each([
    ['gzip that is not named', gzipSync(page), ''],
    ['gzip that is named br', gzipSync(page), 'br'],
    ['gzip that is cut', gzipSync(page).subarray(0, -12), 'gzip'],
    ['brotli that is not named', brotliCompressSync(page), ''],
    ['brotli that is named gzip', brotliCompressSync(page), 'gzip'],
    ['bare deflate that is not named', deflateRawSync(page), ''],
    ['zstd that is named br', zstdCompressSync(page), 'br'],
    ['what nobody knows', Buffer.from(gzipSync(page)).map((byte) => byte ^ 0x55), 'unheard-of'],
    ['a zip', Buffer.concat([Buffer.from('PK\u0003\u0004'), deflateRawSync(page)]), ''],
  ])('%s: its length and hash are kept', (_, body, coding) => {
    const { body: found } = kept(body, coding === '' ? [] : [['content-encoding', coding]]);
    expect(found).toHaveLength(body.length);
    expect(textOf(found)).toMatch(
      /^\[\d+ bytes that cannot be searched for secrets, and are not kept; their sha256 is/,
    );
  });
  it('gzip of gzip that is named once: its length and hash are kept in gzip', () => {
    const content = contentOf(kept(gzipSync(gzipSync(page)), [['content-encoding', 'gzip']]));
    expect(content.is === 'bytes' && textOf(content.bytes)).toMatch(/^\[\d+ bytes that cannot be searched/);
  });
});

describe('an answer that repeats a secret beside what its coding holds', () => {
  const blank = gzipSync('{"voices":[]}');
  const noted = Buffer.concat([blank.subarray(0, 3), Buffer.from([0x18]), blank.subarray(4, 10)]);
  const toSkip = Buffer.from(`${secret} in a frame to skip`);
  const head = Buffer.alloc(8);
  head.writeUInt32LE(0x184d2a53);
  head.writeUInt32LE(toSkip.length, 4);
  it.each([
    ['as the name in gzip', Buffer.concat([noted, Buffer.from(`${secret}\0\0`), blank.subarray(10)]), 'gzip'],
    [
      'in base64 as the comment in gzip, in gzip',
      gzipSync(Buffer.concat([noted, Buffer.from(`\0${btoa(`-${secret}`)}\0`), blank.subarray(10)])),
      'gzip, gzip',
    ],
    ['in a frame of zstd to skip', Buffer.concat([head, toSkip, zstdCompressSync('{"voices":[]}')]), 'zstd'],
    [
      'in the second frame of zstd',
      Buffer.concat([zstdCompressSync('{"voices":[]}'), zstdCompressSync(secret)]),
      'zstd',
    ],
  ])('%s: the content alone is kept, in the same coding', (_, body, coding) => {
    const answer = kept(body, [['content-encoding', coding]]);
    const content = contentOf(answer);
    expect(content.is === 'bytes' && textOf(content.bytes)).toMatch(/^\{"voices":\[\]\}(?:\$\{ASSAY_TOKEN\}\**)?$/);
    expect(textOf(answer.body)).not.toContain(secret);
    expect(textOf(gunzipped(answer.body))).not.toContain(btoa(`-${secret}`).slice(4, 20));
  });
});

function gunzipped(body: Uint8Array): Uint8Array {
  return body[0] === 0x1f ? gunzipSync(body) : body;
}

describe('an answer that repeats a secret in pieces', () => {
  it.each([
    ['over events', stream((part) => `data: ${JSON.stringify({ text: part })}\n\n`, 6)],
    ['a letter an event', stream((part) => `data: ${JSON.stringify({ text: part })}\n\n`, 1)],
    ['over events with more in them', stream((part) => `id: x\ndata: {"type":"delta","text":"${part}"}\n\n`, 5)],
    ['over lines of an event', `${stream((part) => `data: ${part}\n`, 6)}\n`],
    ['over comments', `${stream((part) => `: ${part}\n`, 6)}\n`],
    [
      'over names of one object',
      JSON.stringify({ first: secret.slice(0, 11), second: secret.slice(11, 20), third: secret.slice(20) }),
    ],
    ['over a list', JSON.stringify([...secret])],
  ])('%s: none of them is kept, and nothing else is lost', (_, body) => {
    const masked = textOf(kept(body).body);
    expect(masked).toHaveLength(body.length);
    expect(masked).toBe(
      body.replaceAll(/(?<=(?:": ?"|^data: |^: |[[,])"?)[\w/+=]+(?="|$|\n)/gm, (part) =>
        secret.includes(part) ? '*'.repeat(part.length) : part,
      ),
    );
    expect(masked).not.toBe(body);
  });
  it.each([1, 2, 3])('over names of an object that is a text of JSON, %i times: none of them is kept', (times) => {
    let object = JSON.stringify(Object.fromEntries([...secret].map((letter, at) => [`name-${at}`, letter])));
    for (let nested = 0; nested < times; nested += 1) object = JSON.stringify({ says: object });
    let masked: unknown = JSON.parse(textOf(kept(object).body));
    for (let nested = 0; nested < times; nested += 1)
      masked = JSON.parse((masked as { readonly says: string }).says) as unknown;
    expect(Object.values(masked as object).join('')).toBe('*'.repeat(secret.length));
    expect(Object.keys(masked as object)).toHaveLength(secret.length);
  });
  it('over names of an object in a field: none of them is kept', () => {
    const object = Object.fromEntries([...secret].map((letter, at) => [`name-${at}`, letter]));
    const { headers } = kept('', [['x-a', JSON.stringify(object)]]);
    expect(Object.values(JSON.parse(headers[0]?.[1] ?? '') as object).join('')).toBe('*'.repeat(secret.length));
  });
  it('over two fields: none of them is kept', () => {
    const { headers } = kept('', [
      ['x-a', `no ${secret.slice(0, 14)}`],
      ['x-b', secret.slice(14)],
      ['x-c', 'yes'],
    ]);
    expect(headers).toEqual([
      ['x-a', `no ${'*'.repeat(14)}`],
      ['x-b', '*'.repeat(11)],
      ['x-c', 'yes'],
    ]);
  });
  it('in a field name without its signs: it is some other word', () => {
    const { headers } = kept('', [[`x-${secret.slice(4, 20)}`, '1']]);
    expect(headers).toEqual([[`x-${'*'.repeat(16)}`, '1']]);
  });
});

describe('a field whose bytes are UTF-8', () => {
  const asRead = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
  it.each([
    ['fullwidth letters', (part: string) => spellings['in fullwidth letters']?.(part)],
    ['bold letters', (part: string) => spellings['in bold letters of mathematics']?.(part)],
    ['tags', (part: string) => spellings['in tags, which nobody sees']?.(part)],
    ['accents', (part: string) => spellings['with accents on all letters']?.(part)],
    ['no width between', (part: string) => spellings['with letters of no width between']?.(part)],
    ['soft hyphens between', (part: string) => spellings['with soft hyphens between']?.(part)],
    ['marks of how a letter looks', (part: string) => [...part].join('\ufe0f')],
  ])('keeps no secret in %s, alone or in words that quote it', (_, spell) => {
    const spelled = asRead(String(spell(secret)));
    const value = `${asRead('caf\u00e9')} ${spelled} ${asRead('caf\u00e9')}`;
    const { headers } = kept('', [['x-a', value]]);
    for (const text of [headers[0]?.[1] ?? '', maskText(`x-a is “${value}” here`, [['${ASSAY_TOKEN}', secret]])]) {
      const [before, masked = '', ...behind] = text.split(/(?<=caf\u00c3\u00a9) | (?=caf\u00c3\u00a9)/);
      expect([before, ...behind].join(' ')).toMatch(/^(?:x-a is “)?caf\u00c3\u00a9 caf\u00c3\u00a9(?:” here)?$/);
      expect(masked).toHaveLength(spelled.length);
      expect(masked.replace('${ASSAY_TOKEN}', '*'.repeat(14))).toMatch(/^[^\w/+=]*(?:\*[^\w/+=]*){25,}$/);
    }
  });
  it('is itself where it repeats nothing', () => {
    const answer = answered('', [['x-a', asRead('Gr\u00fc\u00dfe \u4f60\u597d')]]);
    expect(maskAnswer(answer, [['${ASSAY_TOKEN}', secret]])).toBe(answer);
  });
});

describe('an answer that repeats nothing', () => {
  it.each([
    '\n',
    '41 ',
    '12,',
    '\\',
    '%25',
    '&amp;',
    '"',
    '=',
    '=41',
    '=\r\n',
    '\\41 ',
    '1',
    '01',
    '0100 ',
    'A2',
    '\u00e9',
  ])('is gone through however often it says %j', (sign) => {
    const flood = sign.repeat(2_000_000 / Buffer.byteLength(sign));
    const masked = Buffer.from(kept(`${flood} ${secret}`).body).toString('utf8');
    expect(masked).toBe(`${flood} ${'${ASSAY_TOKEN}'.padEnd(secret.length, '*')}`);
  });
  it.each([
    ['text', Buffer.from('{"reply":"Good day."}')],
    [
      'audio',
      Buffer.concat([Buffer.from('RIFF'), Buffer.from(Array.from({ length: 400 }, (_, at) => (at * 37) % 256))]),
    ],
    ['gzip without a name', gzipSync('{"reply":"Good day."}')],
    ['torn letters', Buffer.from('{"reply":"Gr\u00fc\u00dfe"}', 'latin1')],
    ['no letters', Buffer.from(Array.from({ length: 64 }, (_, at) => 128 + ((at * 37) % 128)))],
  ])('is itself: %s', (_, body) => {
    const answer = answered(body, [['content-type', 'application/json']]);
    expect(maskAnswer(answer, [['${ASSAY_TOKEN}', secret]])).toBe(answer);
  });
});
