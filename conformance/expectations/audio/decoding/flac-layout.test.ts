import { describe, expect, it } from 'vitest';
import { crc16, crc8 } from '../../../../fixtures/audio/checksums.ts';
import { flacOf } from '../../../../fixtures/audio/flac.ts';
import { decodeAudio } from './decode-audio.ts';
import { flacFrameNeedsHeader, withLayoutInFrames } from './flac-layout.ts';

const headerBytes = 42;
/** A FLAC of a single frame with these codes, and with matching checksums. */
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
    expect(flacFrameNeedsHeader(frameOf(rate, bits))).toBe(true);
    const usual = await decodeAudio(frameOf(hertz24000, sixteenBits));
    expect(usual).toMatchObject({ is: 'sound' });
    expect(await decodeAudio(frameOf(rate, bits))).toEqual(usual);
  });
  it('is decoded frame by frame, and left as it came', async () => {
    const several = (rate: number): Buffer => {
      const [one, other] = [frameOf(rate, sixteenBits), frameOf(rate, sixteenBits).subarray(headerBytes)];
      other.writeUInt8(1, 4);
      other.writeUInt8(crc8(other.subarray(0, 7)), 7);
      other.writeUInt16BE(crc16(other.subarray(0, -2)), other.length - 2);
      return Buffer.concat([one, other]);
    };
    const [left, said] = [several(0), several(hertz24000)];
    expect(await decodeAudio(left)).toEqual(await decodeAudio(said));
    expect(left).toEqual(several(0));
    expect(Buffer.from(withLayoutInFrames(left) ?? left).equals(said)).toBe(true);
    expect(withLayoutInFrames(said)).toBeUndefined();
  });
  it('is beyond the decoder where no code of a frame says its rate', async () => {
    const odd = frameOf(0, sixteenBits);
    odd.writeUInt16BE(11_025 >> 4, 18);
    odd.writeUInt8(((11_025 & 15) << 4) | (odd.readUInt8(20) & 15), 20);
    expect(await decodeAudio(odd)).toEqual({
      is: 'noSound',
      because: 'a FLAC whose frames leave their layout to its header',
      lacksCodec: true,
    });
  });
  it('is no excuse for frames that no decoder takes, whose layout was written into them', async () => {
    const one = frameOf(0, 0);
    one.writeUInt16BE(one.readUInt16BE(headerBytes + 5) + 1, headerBytes + 5);
    one.writeUInt8(crc8(one.subarray(headerBytes, headerBytes + 7)), headerBytes + 7);
    one.writeUInt16BE(crc16(one.subarray(headerBytes, -2)), one.length - 2);
    expect(await decodeAudio(one)).toEqual({ is: 'noSound', because: 'it decodes to no samples' });
  });
  it('is none where they say it, or there are no frames', async () => {
    const usual = frameOf(hertz24000, sixteenBits);
    expect(flacFrameNeedsHeader(usual)).toBe(false);
    expect(await decodeAudio(usual)).toMatchObject({ is: 'sound' });
    const left = frameOf(0, 0);
    for (const bytes of [left.subarray(0, headerBytes + 3), left.subarray(0, headerBytes), left.subarray(0, 3)])
      expect(flacFrameNeedsHeader(bytes)).toBe(false);
    expect(flacFrameNeedsHeader(Buffer.concat([left.subarray(0, headerBytes), Buffer.alloc(8)]))).toBe(false);
    expect(flacFrameNeedsHeader(Buffer.concat([Buffer.from('OggS'), left.subarray(4)]))).toBe(false);
  });
  it('is found behind further blocks', () => {
    const flac = frameOf(0, sixteenBits);
    flac.writeUInt8(0, 4);
    const padding = Buffer.concat([Buffer.from([0x81, 0, 1, 0]), Buffer.alloc(256)]);
    expect(flacFrameNeedsHeader(Buffer.concat([flac.subarray(0, 42), padding, flac.subarray(42)]))).toBe(true);
  });
});
