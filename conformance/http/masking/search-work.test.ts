import { expect, it } from 'vitest';
import { spellings } from './spellings.testing.ts';
import { maskBody } from './mask-body.ts';
import { maskBytes, maskTexts, type NamedSecrets } from './secrets.ts';

const secret = 'key_8e9607fa8342cdb55949680e9c36a821';
const secrets: NamedSecrets = [['${ASSAY_TOKEN}', secret]];

const inBase32 = (text: string): string => String(spellings['in base32']?.(text));

/** Random-looking bytes, the same each time. */
function bytesWithoutOrder(length: number): Buffer {
  let state = 1;
  return Buffer.from(
    Uint8Array.from({ length }, () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 24),
  );
}

it('keeps 3 MB of base64 in lines as they are', () => {
  const lines = bytesWithoutOrder(3_000_000)
    .toString('base64')
    .replaceAll(/.{76}/g, String.raw`$&\r\n`);
  const body = Buffer.from(JSON.stringify({ data: lines }));
  expect(Buffer.compare(maskBody(body, secrets, 'plain'), body)).toBe(0);
});

it('keeps 10,000 ids in base64 as they are', () => {
  const ids = Array.from({ length: 10_000 }, (_, at) =>
    bytesWithoutOrder(32 + (at % 7))
      .subarray(at % 7)
      .toString('base64'),
  );
  const body = Buffer.from(JSON.stringify(ids));
  expect(Buffer.compare(maskBody(body, secrets, 'plain'), body)).toBe(0);
});

/** Each of these different runs may be base32 from each of its letters on, and the result base64. */
const manyRuns = Array.from({ length: 14_000 }, (_, at) => {
  const own = at.toString(2).replaceAll('0', 'a').replaceAll('1', 'b');
  return `id: ${own}${'i'.repeat(1_000 - own.length)}\nevent: ${own}${'e'.repeat(1_000 - own.length)}\nretry: 9\n`;
}).join('');

it('finds a secret in each of many equal runs, each of which is decoded once', () => {
  const padded = `${'-'.repeat(300)}${secret}`;
  const hexOfHex = Buffer.from(Buffer.from(padded).toString('hex')).toString('hex');
  const number = BigInt(`0x${Buffer.from(padded.slice(-150)).toString('hex')}`).toString();
  const words = 'i'.repeat(1_000);
  const linesOf = (runs: readonly string[]): string => runs.map((run) => `id: ${run} .\n`).join('');
  const coded = [inBase32(padded), hexOfHex];
  const body = Buffer.from(linesOf([...coded, number, words]).repeat(4_000));
  const kept = Buffer.from(maskBody(body, secrets, 'plain')).toString('latin1');
  const masked = [...coded.map(({ length }) => '*'.repeat(length)), '1'.repeat(number.length)];
  expect(kept.slice(0, 10_000)).toBe(
    linesOf([...masked, words])
      .repeat(4)
      .slice(0, 10_000),
  );
  expect(kept === linesOf([...masked, words]).repeat(4_000)).toBe(true);
});

it('keeps the length and hash of what takes too long to be searched', () => {
  const body = Buffer.from(`${manyRuns}data: ${secret}\n\n`);
  const kept = Buffer.from(maskBody(body, secrets, 'plain'));
  expect(kept.length).toBe(body.length);
  expect(kept.toString('latin1')).toMatch(
    /^\[\d+ bytes that cannot be searched for secrets.* sha256 is [0-9a-f]{64}\]\**$/,
  );
  expect(Buffer.from(maskBytes(body, secrets)).includes(secret)).toBe(false);
});

it('keeps as many texts as there were, each as long as it was', () => {
  const texts = [manyRuns, 'short', secret];
  const kept = maskTexts(texts, secrets);
  expect(kept.map(({ length }) => length)).toEqual(texts.map(({ length }) => length));
  expect(kept.join('')).not.toContain(secret.slice(0, 12));
});
