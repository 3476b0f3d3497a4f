import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFrameChain, id3Bytes, mp3Seconds } from './mpeg-frames.ts';

type Layer3 = {
  /** The two bits of the header: 3 is MPEG-1, 2 is MPEG-2, 0 is MPEG-2.5. */
  readonly version: number;
  readonly bitrate: number;
  readonly rate: number;
  readonly padding?: 0 | 1;
};

/** The four bytes of an ISO/IEC 11172-3 header without CRC, mono. */
function layer3({ version, bitrate, rate, padding = 0 }: Layer3): readonly number[] {
  return [0xff, 0xe3 | (version << 3), (bitrate << 4) | (rate << 2) | (padding << 1), 0xc4];
}

/** The seven bytes of an ISO/IEC 13818-7 header: AAC LC, mono, `aac_frame_length` in 13 bits. */
function adts(length: number, rate = 6): readonly number[] {
  return [
    0xff,
    0xf1,
    0x40 | (rate << 2),
    0x40 | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  ];
}

function frame(header: readonly number[], length: number): Buffer {
  return Buffer.concat([Buffer.from(header), Buffer.alloc(Math.max(0, length - header.length))]);
}

function chain(header: readonly number[], length: number, count = 3): Buffer {
  return Buffer.concat(Array.from({ length: count }, () => frame(header, length)));
}

const whole = (format: 'mp3' | 'aac', frames = 3) => ({ format, frames, missingBytes: 0 });

/** Bytes of an unpadded frame by the four bits of the bitrate, from 1 on, as every table of MP3 frames has them. */
const frameLengths = [
  ['MPEG-1 at 44.1 kHz', 3, 0, [104, 130, 156, 182, 208, 261, 313, 365, 417, 522, 626, 731, 835, 1044]],
  ['MPEG-1 at 48 kHz', 3, 1, [96, 120, 144, 168, 192, 240, 288, 336, 384, 480, 576, 672, 768, 960]],
  ['MPEG-1 at 32 kHz', 3, 2, [144, 180, 216, 252, 288, 360, 432, 504, 576, 720, 864, 1008, 1152, 1440]],
  ['MPEG-2 at 22.05 kHz', 2, 0, [26, 52, 78, 104, 130, 156, 182, 208, 261, 313, 365, 417, 470, 522]],
  ['MPEG-2 at 24 kHz', 2, 1, [24, 48, 72, 96, 120, 144, 168, 192, 240, 288, 336, 384, 432, 480]],
  ['MPEG-2 at 16 kHz', 2, 2, [36, 72, 108, 144, 180, 216, 252, 288, 360, 432, 504, 576, 648, 720]],
  ['MPEG-2.5 at 8 kHz', 0, 2, [72, 144, 216, 288, 360, 432, 504, 576, 720, 864, 1008, 1152, 1296, 1440]],
] as const;

it('begins behind as many tags as there are', () => {
  const tag = Buffer.from('ID3\x04\0\0\0\0\0\x02\0\0', 'latin1');
  const frames = chain(layer3({ version: 2, bitrate: 6, rate: 1 }), 144);
  for (const tags of [[], [tag], [tag, tag, tag]]) {
    const audio = Buffer.concat([...tags, frames]);
    expect(findFrameChain(audio)).toEqual(whole('mp3'));
    expect(id3Bytes(audio)).toBe(tags.length * tag.length);
  }
});

describe('a chain of Layer III frames', () => {
  it.each(frameLengths)('has the lengths of %s', (_name, version, rate, lengths) => {
    for (const [at, length] of lengths.entries()) {
      for (const padding of [0, 1] as const) {
        const header = layer3({ version, bitrate: at + 1, rate, padding });
        expect(findFrameChain(chain(header, length + padding))).toEqual(whole('mp3'));
        expect(findFrameChain(chain(header, length + padding + 1))).toBeUndefined();
        expect(findFrameChain(chain(header, length + padding - 1))).toBeUndefined();
      }
    }
  });
  it.each([
    ['a free bitrate', layer3({ version: 3, bitrate: 0, rate: 0 })],
    ['the bitrate that is forbidden', layer3({ version: 3, bitrate: 15, rate: 0 })],
    ['the rate that is reserved', layer3({ version: 3, bitrate: 9, rate: 3 })],
    ['the version that is reserved', layer3({ version: 1, bitrate: 9, rate: 0 })],
    ['another layer', [0xff, 0xfd, 0x90, 0xc4]],
    ['half a sync word', [0xff, 0xdb, 0x90, 0xc4]],
    ['no sync word', [0xfe, 0xfb, 0x90, 0xc4]],
  ])('is none with %s', (_what, header) => {
    expect(findFrameChain(chain(header, 417))).toBeUndefined();
    expect(findFrameChain(frame(header, 4))).toBeUndefined();
  });
  it('is told by a second frame just behind the first, or by an end just there', () => {
    const header = layer3({ version: 3, bitrate: 9, rate: 0 });
    expect(findFrameChain(chain(header, 417, 1))).toEqual(whole('mp3', 1));
    expect(findFrameChain(chain(header, 417, 2))).toEqual(whole('mp3', 2));
    expect(findFrameChain(Buffer.concat([chain(header, 417, 1), Buffer.alloc(100)]))).toBeUndefined();
    expect(findFrameChain(Buffer.concat([chain(header, 417, 2), Buffer.alloc(100)]))).toEqual(whole('mp3', 2));
  });
  it('says what its last frame lacks, save the one byte that encoders leave out', () => {
    const audio = chain(layer3({ version: 3, bitrate: 9, rate: 0 }), 417);
    expect(findFrameChain(audio.subarray(0, -1))).toEqual({ format: 'mp3', frames: 2, missingBytes: 0 });
    expect(findFrameChain(audio.subarray(0, -2))).toEqual({ format: 'mp3', frames: 2, missingBytes: 2 });
    expect(findFrameChain(audio.subarray(0, 417 + 100))).toEqual({ format: 'mp3', frames: 1, missingBytes: 317 });
    for (const kept of [1, 2, 3]) {
      expect(findFrameChain(audio.subarray(0, 417 + kept))).toEqual({
        format: 'mp3',
        frames: 1,
        missingBytes: 417 - kept,
      });
    }
    expect(findFrameChain(audio.subarray(0, 100))).toBeUndefined();
    expect(findFrameChain(audio.subarray(0, 3))).toBeUndefined();
    expect(findFrameChain(new Uint8Array())).toBeUndefined();
  });
});

describe('the length of Layer III frames', () => {
  const quiet = chain(layer3({ version: 2, bitrate: 1, rate: 1 }), 24, 5);
  const loud = chain(layer3({ version: 2, bitrate: 8, rate: 1 }), 192, 20);
  const secondsOf = (audio: Buffer): number | undefined => {
    const found = findFrameChain(audio);
    return found === undefined ? undefined : mp3Seconds(audio, found);
  };
  const counting = (letters: string, at: number, count: number): Buffer => {
    const first = frame(layer3({ version: 2, bitrate: 8, rate: 1 }), 192);
    first.write(letters, at, 'latin1');
    first.writeUInt32BE(1, at + 4);
    first.writeUInt32BE(count, letters === 'VBRI' ? at + 14 : at + 8);
    return Buffer.concat([first, loud]);
  };

  it('is that of all of them, whatever the bitrate of the first', () => {
    expect(secondsOf(Buffer.concat([quiet, loud]))).toBeCloseTo(25 * 0.024, 6);
    expect(secondsOf(chain(layer3({ version: 3, bitrate: 9, rate: 0 }), 417, 10))).toBeCloseTo(11_520 / 44_100, 6);
    expect(secondsOf(chain(layer3({ version: 0, bitrate: 1, rate: 2 }), 72, 10))).toBeCloseTo(5_760 / 8_000, 6);
  });
  it.each([
    ['Xing', 13],
    ['Info', 21],
    ['VBRI', 36],
  ] as const)('is what a %s header at byte %i counts', (letters, at) => {
    expect(secondsOf(counting(letters, at, 500))).toBeCloseTo(12, 6);
  });
  it('is that of the frames where the header does not count them', () => {
    const uncounted = counting('Xing', 13, 500);
    uncounted.writeUInt32BE(6, 17);
    expect(secondsOf(uncounted)).toBeCloseTo(21 * 0.024, 6);
  });
});

describe('a chain of ADTS frames', () => {
  it('has any length of 13 bits that holds its header', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 8191 }), fc.integer({ min: 0, max: 12 }), (length, rate) => {
        expect(findFrameChain(chain(adts(length, rate), length))).toEqual(whole('aac'));
        expect(findFrameChain(chain(adts(length, rate), length + 1))).toBeUndefined();
      }),
    );
    expect(findFrameChain(chain(adts(7), 7))).toEqual(whole('aac'));
    expect(findFrameChain(chain(adts(6), 7))).toBeUndefined();
  });
  it.each([
    ['a rate that is reserved', adts(200, 13)],
    ['another layer', [0xff, 0xf5, ...adts(200).slice(2)]],
    ['half a sync word', [0xff, 0xe1, ...adts(200).slice(2)]],
    ['no sync word', [0xfe, ...adts(200).slice(1)]],
  ])('is none with %s', (_what, header) => {
    expect(findFrameChain(chain(header, 200))).toBeUndefined();
  });
  it('says what its last frame lacks, to the byte', () => {
    const audio = chain(adts(200), 200);
    for (const lacked of [1, 100, 193, 194, 199]) {
      expect(findFrameChain(audio.subarray(0, -lacked))).toEqual({ format: 'aac', frames: 2, missingBytes: lacked });
    }
    expect(findFrameChain(audio.subarray(0, 206))).toEqual({ format: 'aac', frames: 1, missingBytes: 194 });
    expect(findFrameChain(Buffer.concat([audio, Buffer.from([0, 0, 0])]))).toEqual(whole('aac'));
    expect(findFrameChain(audio.subarray(0, 6))).toBeUndefined();
  });
});

describe('frames behind an ID3v2 tag', () => {
  const frames = chain(layer3({ version: 3, bitrate: 9, rate: 0 }), 417);
  /** `id` is ID3 in a real tag. */
  function tagged(size: readonly number[], body: number, { flags = 0, id = 'ID3' } = {}): Buffer {
    return Buffer.concat([Buffer.from(id, 'latin1'), Buffer.from([4, 0, flags, ...size]), Buffer.alloc(body), frames]);
  }
  it.each([
    ['no body', [0, 0, 0, 0], 0],
    ['a body of 100 bytes', [0, 0, 0, 100], 100],
    ['a body of 300 bytes, in bytes of seven bits', [0, 0, 2, 44], 300],
    ['a body of 20000 bytes', [0, 1, 28, 32], 20_000],
  ])('are found behind %s', (_what, size, body) => {
    expect(findFrameChain(tagged(size, body))).toEqual(whole('mp3'));
  });
  it('are found behind its footer, and where a length has an eighth bit', () => {
    expect(findFrameChain(tagged([0, 0, 0, 5], 15, { flags: 0x10 }))).toEqual(whole('mp3'));
    expect(findFrameChain(tagged([0, 0, 0, 5], 15, { flags: 0x80 }))).toBeUndefined();
    expect(findFrameChain(tagged([0, 0, 0, 0x85], 5))).toEqual(whole('mp3'));
  });
  it('are looked for nowhere else', () => {
    expect(findFrameChain(tagged([0, 0, 0, 6], 5))).toBeUndefined();
    expect(findFrameChain(tagged([0, 0, 0, 5], 5, { id: 'TAG' }))).toBeUndefined();
    expect(findFrameChain(Buffer.from('ID3\x04\0\0\0\0\0', 'latin1'))).toBeUndefined();
    expect(findFrameChain(Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'))).toBeUndefined();
  });
});
