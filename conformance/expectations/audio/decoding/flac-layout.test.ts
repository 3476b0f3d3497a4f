import { describe, expect, it } from 'vitest';
import { crc16, crc8 } from '../../../../fixtures/audio/checksums.ts';
import { flacOf } from '../../../../fixtures/audio/flac.ts';
import { decodeAudio } from './decode-audio.ts';
import { flacLeavesToItsHeader } from './flac-layout.ts';

const headerBytes = 42;
/** One frame: its two codes, its checksum, what is behind it. */
const frameOf = (rate: number, bits: number): Buffer => {
  const flac = Buffer.from(flacOf(Int16Array.from({ length: 400 }, (_, at) => Math.sin(at / 9) * 9_000)));
  const frame = flac.subarray(headerBytes);
  frame.writeUInt8(0x70 | rate, 2);
  frame.writeUInt8(bits << 1, 3);
  frame.writeUInt8(crc8(frame.subarray(0, 7)), 7);
  frame.writeUInt16BE(crc16(frame.subarray(0, -2)), frame.length - 2);
  return flac;
};
const [hertz24000, sixteenBits] = [7, 4];

describe('a FLAC whose frames leave it to the header', () => {
  it.each([
    ['what their rate is', 0, sixteenBits],
    ['how wide their samples are', hertz24000, 0],
    ['both', 0, 0],
  ] as const)('%s is one that others play', async (_, rate, bits) => {
    expect(flacLeavesToItsHeader(frameOf(rate, bits))).toBe(true);
    expect(await decodeAudio(frameOf(rate, bits))).toEqual({
      is: 'noSound',
      because: 'a FLAC whose frames leave their layout to its header',
      isGap: true,
    });
  });
  it('is none where they say it, or there are no frames', async () => {
    const usual = frameOf(hertz24000, sixteenBits);
    expect(flacLeavesToItsHeader(usual)).toBe(false);
    expect(await decodeAudio(usual)).toMatchObject({ is: 'sound' });
    const left = frameOf(0, 0);
    for (const bytes of [left.subarray(0, headerBytes + 3), left.subarray(0, headerBytes), left.subarray(0, 3)])
      expect(flacLeavesToItsHeader(bytes)).toBe(false);
    expect(flacLeavesToItsHeader(Buffer.concat([left.subarray(0, headerBytes), Buffer.alloc(8)]))).toBe(false);
    expect(flacLeavesToItsHeader(Buffer.concat([Buffer.from('OggS'), left.subarray(4)]))).toBe(false);
  });
  it('is found behind further blocks', () => {
    const flac = frameOf(0, sixteenBits);
    flac.writeUInt8(0, 4);
    const padding = Buffer.concat([Buffer.from([0x81, 0, 1, 0]), Buffer.alloc(256)]);
    expect(flacLeavesToItsHeader(Buffer.concat([flac.subarray(0, 42), padding, flac.subarray(42)]))).toBe(true);
  });
});
