import { expect, it } from 'vitest';
import { maskBody } from './mask-body.ts';
import { maskBytes, maskTexts, type Named } from './secrets.ts';

const secret = 'key_8e9607fa8342cdb55949680e9c36a821';
const secrets: Named = [['${ASSAY_TOKEN}', secret]];

/** Bytes without any order, the same each time. */
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

/** Each of these runs may be base32 of something, from each of its letters on, and that base64. */
const manyRuns = `id: ${'i'.repeat(1_000)}\nevent: ${'e'.repeat(1_000)}\nretry: 9\n`.repeat(14_000);

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
