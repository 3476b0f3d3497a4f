import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskBytes, maskText } from './secrets.ts';
import { ascii85Of, codesOf, hexOf, inJson, spellings } from './spellings.testing.ts';

const secret = 'Kq7/Zx+Lw29Tt=Ye4Rb8Mn3Vc';
const named = [['${ASSAY_TOKEN}', secret]] as const;
const before = '{"says":"Hello, ';
const behind = '! How are you?"}';

describe.each(Object.entries(spellings))('a secret that comes back %s', (_, spell) => {
  it.each([
    ['all of it', secret],
    ['all but its first letters', secret.slice(3)],
    ['all but its last letters', secret.slice(0, -3)],
    ['twelve letters of it', secret.slice(7, 19)],
  ])('%s: is not kept, and nothing else is lost', (__, part) => {
    const spelled = spell(part);
    const bytes = Buffer.from(spelled);
    const alone = Buffer.from(maskBytes(bytes, named));
    expect(alone).toHaveLength(bytes.length);
    expect(alone.equals(bytes)).toBe(false);
    // Masked bytes contain no secret any more.
    expect(Buffer.compare(maskBytes(alone, named), alone)).toBe(0);
    if (typeof spelled !== 'string') return;
    const text = before + spelled + behind;
    const masked = maskText(text, named);
    expect(Buffer.byteLength(masked)).toBe(Buffer.byteLength(text));
    expect([masked.slice(0, before.length), masked.slice(-behind.length)]).toEqual([before, behind]);
    expect(masked).not.toBe(text);
    // In a line of a journal, and in a line of JSON within that.
    expect(maskText(JSON.stringify({ text }), named)).not.toContain(inJson(spelled));
    const twice = JSON.stringify({ line: JSON.stringify({ text }) });
    expect(maskText(twice, named)).not.toContain(inJson(inJson(spelled)));
    expect(() => JSON.parse(maskText(twice, named)) as unknown).not.toThrow();
  });
  it('eleven letters of it are some letters', () => {
    const eleven = Buffer.from(spell(secret.slice(7, 18)));
    expect(Buffer.from(maskBytes(eleven, named)).toString()).toBe(eleven.toString());
  });
});

describe('a secret that comes back in Ascii85', () => {
  it.each([
    ['alone', ''],
    ['behind a letter', 'x'],
    ['behind two', 'xy'],
    ['behind three', 'xyz'],
  ])('%s: no twelve letters of it are kept', (_, more) => {
    for (let from = 0; from + 12 <= secret.length; from += 1) {
      const part = secret.slice(from, from + 12);
      const spelled = ascii85Of(`${more}${part}; and more`);
      for (const text of [`<~${spelled}~>`, JSON.stringify({ says: spelled })]) {
        const masked = maskText(text, named);
        expect(masked).toHaveLength(text.length);
        expect(masked).not.toBe(text);
      }
    }
  });
});

it.each(['%80', '\\u00ff%ff', '\u00e9%80'])('letters that are plain ones by Unicode are found beside %s', (stray) => {
  const spelled = spellings['in fullwidth letters, escaped']?.(secret);
  expect(maskText(`${stray} "${String(spelled)}" ${stray}`, named)).not.toContain(spelled);
});

describe('numbers that spell a secret', () => {
  it.each([
    ['the numbers of its letters', `{"data":[${codesOf(secret).join(',')}]}`],
    ['one integer', `{"data":${BigInt(`0x${hexOf(secret).join('')}`)}}`],
  ])('are masked by numbers: %s', (_, text) => {
    const masked = maskText(text, named);
    expect(masked).toBe(text.replaceAll(/\d/g, '1'));
    expect(JSON.parse(masked)).toHaveProperty('data');
  });
});

describe('whatever the secret', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/'];
  const token = fc.string({ unit: fc.constantFrom(...letters), minLength: 12, maxLength: 60 });
  it('any twelve letters of it are found in every spelling, wherever they stand', () => {
    const names = fc.constantFrom(...Object.keys(spellings));
    fc.assert(
      fc.property(token, names, fc.nat(), fc.nat(), fc.string(), (given, name, at, more, other) => {
        const from = at % (given.length - 11);
        const part = given.slice(from, from + 12 + (more % (given.length - from - 11)));
        const spelled = spellings[name]?.(part) ?? '';
        const bytes =
          typeof spelled === 'string' ? Buffer.from(`${other} "${spelled}" ${other}`) : Buffer.from(spelled);
        const masked = maskBytes(bytes, [['${ASSAY_TOKEN}', given]]);
        expect(masked).toHaveLength(bytes.length);
        expect(Buffer.from(masked).includes(Buffer.from(spelled))).toBe(false);
      }),
      { numRuns: 1_500 },
    );
  });
  it('the header of another JSON Web Token is not part of it', () => {
    const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
    const [own, other] = ['{"sub":"us"}', '{"sub":"you"}'].map(
      (claims) => `${header}.${Buffer.from(claims).toString('base64url')}.c2lnbmF0dXJlLW9mLXRoZQ`,
    );
    const masked = maskText(`${own} ${header}.YW5vdGhlcg.b2Y ${other}`, [['${ASSAY_TOKEN}', own ?? '']]);
    expect(masked.split(' ')[0]).toBe('${ASSAY_TOKEN}'.padEnd(own?.length ?? 0, '*'));
    expect(masked.split(' ')[1]).toBe(`${header}.YW5vdGhlcg.b2Y`);
  });
  it('words that every answer has are no part of it', () => {
    const fields = [['${HEADER X-Accept}', 'application/vnd.acme+json; charset=utf-8']] as const;
    expect(maskText('content-type: application/json; charset=utf-8', fields)).toBe(
      'content-type: application/json; charset=utf-8',
    );
    expect(maskText('application/vnd.acme+json; charset=utf-8', fields)).toBe('${HEADER X-Accept}'.padEnd(40, '*'));
  });
  it('what is none of it stays as it is', () => {
    const other = fc.oneof(fc.lorem({ maxCount: 40 }), fc.json(), fc.webUrl(), fc.base64String({ maxLength: 400 }));
    fc.assert(
      fc.property(token, other, (given, text) => {
        fc.pre(!text.includes(given.slice(0, 12)));
        expect(maskText(text, [['${ASSAY_TOKEN}', given]])).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});
