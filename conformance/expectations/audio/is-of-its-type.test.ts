import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { isInItsContainer } from './is-of-its-type.ts';

const speech = (contentType: unknown, head: string) =>
  answered({ body: { contentType, audioBase64: Buffer.from(`${head}rest of it`, 'latin1').toString('base64') } });

const heads = {
  webm: '\x1aE\xdf\xa3',
  ogg: 'OggS',
  mp4: '\0\0\0 ftyp',
  adts: '\xff\xf1\x50\x80\0\0\0\0',
} as const;

describe('isInItsContainer', () => {
  it.each([
    ['audio/webm;codecs=opus', heads.webm],
    ['audio/x-matroska;codecs="opus"', heads.webm],
    ['audio/matroska', heads.webm],
    ['Audio/OGG', heads.ogg],
    ['application/ogg', heads.ogg],
    ['audio/mp4', heads.mp4],
    ['audio/m4a', '\0\0\0 styp'],
    ['audio/x-m4a ; x=y', '\n\0\0\0moov'],
  ])('takes %s in its container', async (contentType, head) => {
    expect(await isInItsContainer([speech(contentType, head)])).toEqual([]);
  });
  it('takes any bytes under a type that names no container', async () => {
    for (const contentType of ['audio/opus', 'audio/aac', 'audio/mp4a-latm', 'toString'])
      expect(await isInItsContainer([speech(contentType, heads.adts)])).toEqual([]);
  });
  it.each([
    ['audio/webm', heads.ogg, 'an EBML header', 'Ogg, bytes 4f67675372657374'],
    ['audio/matroska', heads.adts, 'an EBML header', 'AAC (ADTS), bytes fff1508000000000'],
    ['application/ogg', heads.webm, 'an Ogg page', 'WebM or Matroska, bytes 1a45dfa372657374'],
    ['audio/mp4', heads.adts, 'a box of MP4, such as ftyp', 'AAC (ADTS), bytes fff1508000000000'],
  ])('finds %s that is none', async (contentType, head, words, observed) => {
    expect(await isInItsContainer([speech(contentType, head)])).toEqual([
      {
        subject: 'audio',
        expected: `${words} at its beginning, as ${contentType} says`,
        observed,
        kind: { is: 'audio' },
      },
    ]);
  });
  it('does not judge what carries no audio with a type', async () => {
    const inconclusive = { inconclusive: 'the answer carries no audio with a contentType' };
    expect(await isInItsContainer([speech(7, heads.ogg)])).toEqual(inconclusive);
    expect(await isInItsContainer([answered({ body: { contentType: 'audio/ogg' } })])).toEqual(inconclusive);
  });
});
