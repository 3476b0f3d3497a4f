import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSilentPcm, secondsRangeOfPcm, countAudibleBytes } from './raw-pcm.ts';

type Write = (bytes: Buffer, sample: number, at: number) => void;

/** The layouts of raw samples that are distinguished, with the bytes of a sample and its full scale. */
const layouts: readonly (readonly [name: string, width: number, scale: number, write: Write])[] = [
  ['16 bits, little-endian', 2, 32_768, (bytes, sample, at) => bytes.writeInt16LE(sample, at)],
  ['16 bits, big-endian', 2, 32_768, (bytes, sample, at) => bytes.writeInt16BE(sample, at)],
  ['32-bit floats', 4, 1, (bytes, sample, at) => bytes.writeFloatLE(sample, at)],
];

function samplesOf(width: number, write: Write, samples: readonly number[]): Buffer {
  const bytes = Buffer.alloc(samples.length * width);
  for (const [at, sample] of samples.entries()) write(bytes, sample, at * width);
  return bytes;
}

describe.each(layouts)('samples of %s', (_name, width, scale, write) => {
  const isFloat = scale === 1;
  const quiet = isFloat ? 0.0009 : Math.floor(0.0009 * scale);
  const loud = isFloat ? 0.5 : 16_001;
  // Zeros beside a few integers would read as tiny floats. Speech has small negative samples too.
  const still = isFloat ? 0 : -1;
  it('are silent below a thousandth of full scale, whatever their sign', () => {
    expect(isSilentPcm(samplesOf(width, write, [still, quiet, -quiet, still]))).toBe(true);
  });
  it('sound with one that is loud, wherever it stands', () => {
    for (const samples of [
      [still, loud, still, still],
      [loud, still, still, still],
      [still, still, still, -loud],
    ])
      expect(isSilentPcm(samplesOf(width, write, samples))).toBe(false);
  });
  it('are not read past their end', () => {
    const bytes = samplesOf(width, write, [0, quiet, 0, 0]);
    expect(isSilentPcm(Buffer.concat([bytes, Buffer.from([0xff])]))).toBe(true);
  });
  it('may lie anywhere in memory', () => {
    const bytes = samplesOf(width, write, [0, quiet, 0, 0]);
    const around = Buffer.concat([Buffer.alloc(3, 0x55), bytes, Buffer.alloc(5, 0x55)]);
    expect(isSilentPcm(new Uint8Array(around.buffer, around.byteOffset + 3, bytes.length))).toBe(true);
  });
});

describe('isSilentPcm', () => {
  it('begins where a listener hears something: one part in a thousand', () => {
    const peak = (sample: number) => samplesOf(2, (bytes, value, at) => bytes.writeInt16LE(value, at), [sample, -1]);
    expect(isSilentPcm(peak(32))).toBe(true);
    expect(isSilentPcm(peak(33))).toBe(false);
    expect(isSilentPcm(samplesOf(4, (bytes, value, at) => bytes.writeFloatLE(value, at), [0.001, 0]))).toBe(false);
  });
  it('hears nothing in bytes that are all alike, in whatever layout', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 1, max: 40 }), (byte, length) => {
        expect(isSilentPcm(Buffer.alloc(length, byte))).toBe(true);
      }),
    );
  });
  it('hears what other layouts hold, of which floats would make next to nothing', () => {
    const loud = Array.from({ length: 400 }, (_, at) => Math.round(9_000 * Math.sin(at / 7)));
    const wide = samplesOf(4, (to, value, at) => to.writeInt32BE(value * 65_536, at), loud);
    const floats = samplesOf(4, (to, value, at) => to.writeFloatBE(value / 32_768, at), loud);
    const left = samplesOf(4, (to, value, at) => to.writeInt16LE(value, at), loud);
    for (const bytes of [wide, floats, left]) expect(isSilentPcm(bytes)).toBe(false);
  });
  it('does not take what is not a number for a quiet float', () => {
    const bytes = samplesOf(4, (to, value, at) => to.writeFloatLE(value, at), [0, Number.NaN, 0]);
    expect(isSilentPcm(bytes)).toBe(false);
  });
  it('hears a byte that differs, where there is no whole sample', () => {
    const threeBytes = Buffer.from([0x40, 0x40, 0x7f]);
    expect(isSilentPcm(threeBytes)).toBe(false);
  });
});

describe('secondsOfPcm', () => {
  it('goes from 48 kHz in stereo at 4 bytes a sample to 8 kHz at one', () => {
    expect(secondsRangeOfPcm(384_000)).toEqual([1, 48]);
  });
});

describe('soundingBytes', () => {
  const speech = Buffer.from(Int16Array.from([16_000, -3, 900, -16_000]).buffer);
  const silence = Buffer.from(new Int16Array(500).fill(100).buffer);
  it('leaves out silence and hiss before and after', () => {
    expect(countAudibleBytes(Buffer.concat([silence, Buffer.alloc(500), speech, silence]))).toBe(speech.length);
  });
  it('keeps what is short, stands between sounds, or is all there is', () => {
    const short = Buffer.alloc(998);
    expect(countAudibleBytes(Buffer.concat([short, speech, silence, speech, short]))).toBe(1_996 + 1_000 + 16);
    expect(countAudibleBytes(new Uint8Array(5_001))).toBe(5_001);
  });
  it('keeps the silence of other layouts', () => {
    const eightBits = Buffer.concat([Buffer.alloc(2_000, 0x80), speech, Buffer.alloc(2_000, 0x80)]);
    expect(countAudibleBytes(eightBits)).toBe(eightBits.length);
  });
});
