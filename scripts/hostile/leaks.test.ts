import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  rot13,
  inAnyHex,
  inBase32,
  inBinary,
  inCss,
  inEntities,
  inEscapes,
  inFullwidth,
  inOctal,
  inPercent,
  twiceBase64,
} from '../../fixtures/hostile/families/spelling.ts';
import { leakIn } from './leaks.ts';

const secret = 'Kq7/Zx+Lw29Tt=Ye4Rb8Mn3Vc';
/** What stands around it in a file of a run. */
const around = Array.from({ length: 400 }, (_, at) =>
  JSON.stringify({
    id: `x${at}`,
    body: JSON.stringify({ error: { code: 'no_such_bot' } }),
    base64: btoa(`bytes ${at}`.repeat(9)),
  }),
).join('\n');
const read = (text: string): string | undefined =>
  leakIn(`{"said":"${text}"}`, [secret]) && leakIn(`${around}\n{"said":"${text}"}\n${around}`, [secret]);

describe('the search for a secret', () => {
  it.each([
    ['plain', secret],
    ['its middle', secret.slice(6, 20)],
    ['capitals', secret.toUpperCase()],
    ['escapes', inEscapes(secret)],
    ['escapes of escapes', JSON.stringify(JSON.stringify(inEscapes(secret)))],
    ['percents', inPercent(secret)],
    ['percents twice', inPercent(secret).replaceAll('%', '%25')],
    ['entities', inEntities(secret)],
    ['hex entities', inEntities(secret, 16)],
    ['hex', inAnyHex(secret)],
    ['hex with colons', inAnyHex(secret, ':')],
    ['base64', Buffer.from(`Bearer ${secret}`).toString('base64')],
    ['base64 of base64', twiceBase64(`Bearer ${secret}`)],
    ['UTF-16 in base64', Buffer.from(secret, 'utf16le').toString('base64')],
    ['base32', inBase32(secret)],
    ['binary digits', inBinary(secret)],
    ['one integer', String(BigInt(`0x${inAnyHex(secret)}`))],
    ['fullwidth letters', Buffer.from(inFullwidth(secret)).toString('latin1')],
    ['escapes of CSS', JSON.stringify(inCss(secret))],
    ['letters by thirteen', rot13(secret)],
    ['a letter a line', [...secret].join(String.raw`\n`)],
    ['four letters at a time', secret.replaceAll(/.{4}/g, '$& ')],
    ['a list of letters', JSON.stringify(JSON.stringify([...secret]))],
    ['octal numbers', inOctal(secret)],
    ['base64 backwards', [...Buffer.from(secret).toString('base64')].toReversed().join('')],
    ['backwards', [...secret].toReversed().join('')],
    ['a kept body in gzip', `x","base64":"${gzipSync(`and ${secret} within`).toString('base64')}`],
    ['base64 of gzip', gzipSync(gzipSync(`and ${secret} within`)).toString('base64')],
    ['events', [...secret].map((letter) => String.raw`data: {\"text\":\"${letter}\"}\n\n`).join('')],
  ])('finds it in %s', (_, text) => expect(read(text)).toBeDefined());
  it('finds none in fewer letters than tell, nor in what is masked', () => {
    expect([
      read(secret.slice(0, 11)),
      read('${ASSAY_TOKEN}************'),
      read(inEscapes('Another text of this length')),
    ]).toEqual([undefined, undefined, undefined]);
  });
});
