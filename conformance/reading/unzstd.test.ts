import { constants, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isZstd, unzstd } from './unzstd.ts';
import { boundTexts } from './wire-bounds.ts';

const [one, other] = ['{"so":', '"it is"}'].map((text) => zstdCompressSync(text)) as [Buffer, Buffer];
/** A frame of user data that decoders skip (RFC 8878, 3.1.2). */
const skipped = Buffer.from('5f2a4d180300000061626f', 'hex');
const textOf = (...frames: readonly Uint8Array[]): string =>
  Buffer.from(unzstd(Buffer.concat(frames), 'whole')).toString('utf8');

describe('zstd', () => {
  it.each([
    ['of one frame', [one], '{"so":'],
    ['of several frames', [one, other], '{"so":"it is"}'],
    ['with a frame to skip before', [skipped, one, other], '{"so":"it is"}'],
    ['with frames to skip between and behind', [one, skipped, skipped, other, skipped], '{"so":"it is"}'],
    ['of frames to skip alone', [skipped], ''],
  ])('%s is undone whole', (_, frames, text) => expect(textOf(...frames)).toBe(text));
  it.each([0, 1, 100, 70_000, 300_000])('with %i bytes in a frame, checksum or not, ends where it ends', (length) => {
    const bytes = Buffer.from(Array.from({ length }, (_, at) => (Math.imul(at, 2_654_435_761) >>> 7) & 255));
    for (const checksum of [0, 1])
      for (const content of [bytes, Buffer.alloc(length)]) {
        const frame = zstdCompressSync(content, { params: { [constants.ZSTD_c_checksumFlag]: checksum } });
        expect(Buffer.compare(unzstd(Buffer.concat([frame, one]), 'whole').subarray(0, length), content)).toBe(0);
        expect(unzstd(Buffer.concat([frame, one]), 'whole')).toHaveLength(length + 6);
      }
  });
  it('that is cut is undone as far as it goes, where more was to come', () => {
    const cut = Buffer.concat([one, other]).subarray(0, -1);
    expect(() => unzstd(cut, 'whole')).toThrow('unexpected end');
    expect(Buffer.from(unzstd(cut, 'part')).toString('utf8')).toMatch(/^\{"so":/);
  });
  it('with something else behind it is none', () => {
    expect(() => textOf(one, Buffer.from('and more text'))).toThrow('Unknown frame descriptor');
  });
  it('is undone to so many bytes in all, and of so many frames', () => {
    expect(() => unzstd(Buffer.concat([one, other]), 'whole', 10)).toThrow('Cannot create a Buffer larger than');
    expect(unzstd(Buffer.concat(Array.from({ length: 1_000 }, () => one)), 'whole')).toHaveLength(6_000);
    expect(() => textOf(...Array.from({ length: 1_001 }, () => one))).toThrow(boundTexts.frames);
  });
  it('is known by its first bytes', () => {
    expect([one, skipped, Buffer.from('text'), one.subarray(0, 3)].map(isZstd)).toEqual([true, true, false, false]);
  });
});
