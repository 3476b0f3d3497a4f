import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasSamples, wavChunksOf, wavSeconds } from './wav-chunks.ts';

type Format = {
  readonly tag?: number;
  readonly channels?: number;
  readonly rate?: number;
  readonly bits?: number;
  readonly frameBytes?: number;
  readonly bytesPerSecond?: number;
};

/** The body of a format chunk, which agrees with itself unless the test says otherwise. */
function format({ tag = 1, channels = 1, rate = 24_000, bits = 16, ...more }: Format = {}): Buffer {
  const { frameBytes = channels * Math.ceil(bits / 8) } = more;
  const { bytesPerSecond = rate * frameBytes } = more;
  const body = Buffer.alloc(16);
  body.writeUInt16LE(tag, 0);
  body.writeUInt16LE(channels, 2);
  body.writeUInt32LE(rate, 4);
  body.writeUInt32LE(bytesPerSecond, 8);
  body.writeUInt16LE(frameBytes, 12);
  body.writeUInt16LE(bits, 14);
  return body;
}

function chunk(id: string, body: Uint8Array, stated = body.length): Buffer {
  const head = Buffer.from(`${id}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(stated, 4);
  return Buffer.concat([head, body]);
}

function wav(...chunks: readonly Uint8Array[]): Buffer {
  const whole = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), ...chunks]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

const samples = (bytes: number): Buffer => Buffer.alloc(bytes, 7);
const stating = (stated: number, present: number) =>
  wavChunksOf(wav(chunk('fmt ', format()), chunk('data', samples(present), stated)));
const withFormat = (parts: Format) => wavChunksOf(wav(chunk('fmt ', format(parts)), chunk('data', samples(8))));

describe('what a WAV lasts', () => {
  const lasting = (parts: Format, stated = 48_000) =>
    wavSeconds(wav(chunk('fmt ', format(parts)), chunk('fact', Buffer.alloc(4, 1)), chunk('data', samples(8), stated)));
  it('is what its data is long, by its format', () => {
    expect(lasting({})).toBe(1);
    expect(lasting({ channels: 2, bits: 32, tag: 3 })).toBe(0.25);
    expect(lasting({ tag: 0xfffe, rate: 8000, bits: 24 })).toBe(2);
    expect(lasting({}, 0)).toBe(0);
  });
  it('is not known of a length that its writer did not know, of another codec, nor without format or data', () => {
    expect(lasting({}, 0x7fff_0000)).toBeUndefined();
    expect(lasting({ tag: 2 })).toBeUndefined();
    expect(lasting({ rate: 0 })).toBeUndefined();
    expect(lasting({ channels: 0 })).toBeUndefined();
    expect(wavSeconds(wav(chunk('data', samples(8))))).toBeUndefined();
    expect(wavSeconds(wav(chunk('fmt ', format().subarray(0, 14)), chunk('data', samples(8))))).toBeUndefined();
    expect(wavSeconds(wav(chunk('fmt ', format())))).toBeUndefined();
    expect(wavSeconds(Buffer.from('OggS'))).toBeUndefined();
  });
  it('comes of a format and data, in whichever order', () => {
    const [said, data] = [chunk('fmt ', format()), chunk('data', samples(8))];
    expect(hasSamples(wav(said, data))).toBe(true);
    for (const parts of [[], [said], [data]]) expect(hasSamples(wav(...parts))).toBe(false);
  });
});

describe('the outermost chunk of a WAV', () => {
  const stated = (change: (whole: Buffer) => number, data = chunk('data', samples(100))) => {
    const whole = wav(chunk('fmt ', format()), data, chunk('LIST', samples(60)));
    whole.writeUInt32LE(change(whole), 4);
    return wavChunksOf(whole);
  };
  it('holds the data, and no more than there is', () => {
    for (const change of [8, 7, 0, 68]) expect(stated(({ length }) => length - change)).toEqual({});
    for (const size of [0xffff_ffff, 0x7fff_0000]) expect(stated(() => size)).toEqual({});
  });
  it('is wrong where the data goes on behind it, or it goes on behind the file', () => {
    expect(stated(() => 0)).toEqual({ cut: 'its RIFF chunk states 0 bytes, and its data lies within the first 136' });
    expect(stated(({ length }) => length - 77)).toEqual({
      cut: 'its RIFF chunk states 135 bytes, and its data lies within the first 136',
    });
    expect(stated(({ length }) => length + 1)).toEqual({
      cut: 'its RIFF chunk states 213 bytes, and 204 are there',
    });
    expect(stated(() => 0, chunk('data', samples(100), 0xffff_ffff))).toEqual({
      cut: 'its RIFF chunk states 0 bytes, and its data lies within the first 204',
    });
  });
});

describe('the data chunk of a WAV', () => {
  it('holds what it states, wherever it stands', () => {
    const data = chunk('data', samples(200));
    expect(wavChunksOf(wav(chunk('fmt ', format()), data))).toEqual({});
    expect(wavChunksOf(wav(chunk('LIST', samples(7)), samples(1), chunk('fmt ', format()), data))).toEqual({});
    expect(wavChunksOf(wav(chunk('fmt ', format()), data, chunk('LIST', samples(60))))).toEqual({});
  });
  it('is cut where it states more than there is', () => {
    expect(stating(101, 100)).toEqual({ cut: 'its data chunk states 101 bytes, and 100 are there' });
    expect(stating(0x7ffe_ffff, 100)).toEqual({ cut: 'its data chunk states 2147418111 bytes, and 100 are there' });
    expect(stating(8, 0)).toEqual({ cut: 'its data chunk states 8 bytes, and 0 are there' });
  });
  it('does not know its length where it states the largest there is, nearly', () => {
    for (const stated of [0xffff_ffff, 0x7fff_ffff, 0x7fff_0000]) expect(stating(stated, 100)).toEqual({});
  });
  it('is nothing where it states 0 bytes, and samples follow', () => {
    const of = (body: Uint8Array) => wavChunksOf(wav(chunk('fmt ', format()), chunk('data', body, 0)));
    const cut = (excerpt: string): unknown => ({
      cut: `its data chunk states 0 bytes, and 100 more follow in no chunk: ${excerpt}`,
    });
    expect(of(samples(100))).toEqual(cut(`bytes ${'07'.repeat(24)}…`));
    // Samples that happen to read as the name of a chunk and its size.
    expect(of(Buffer.from('ABCD'.repeat(25), 'latin1'))).toEqual(cut(`"${'ABCD'.repeat(15)}"…`));
    expect(of(Buffer.alloc(100))).toEqual({});
    expect(of(chunk('LIST', samples(60)))).toEqual({});
    expect(of(samples(0))).toEqual({});
  });
  it('is not all there is where much follows it in no chunk', () => {
    const rest = Buffer.from('\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f', 'latin1');
    const data = chunk('data', samples(200));
    expect(wavChunksOf(wav(data, rest))).toEqual({
      cut: 'its data chunk states 200 bytes, and 10 more follow in no chunk: bytes 01020304050607080e0f',
    });
    expect(wavChunksOf(wav(data, rest.subarray(0, 9)))).toEqual({});
    expect(wavChunksOf(wav(data, Buffer.alloc(100)))).toEqual({});
    expect(wavChunksOf(wav(data, Buffer.alloc(100), Buffer.from([1])))).toMatchObject({
      cut: expect.stringContaining('and 101 more follow in no chunk') as unknown,
    });
  });
  it('is not all there is where another WAV follows it', () => {
    const one = wav(chunk('fmt ', format()), chunk('data', samples(200)));
    one.writeUInt32LE(one.length - 8, 4);
    expect(wavChunksOf(Buffer.concat([one, one]))).toEqual({
      cut: `another WAV begins after its data, at offset ${one.length}`,
    });
    expect(wavChunksOf(Buffer.concat([one, chunk('RIFF', samples(8))]))).toEqual({});
  });
  it('holds samples, and not the header of another WAV', () => {
    const one = wav(chunk('fmt ', format()), chunk('data', samples(200)));
    const holding = (...body: readonly Uint8Array[]) =>
      wavChunksOf(wav(chunk('fmt ', format()), chunk('data', Buffer.concat(body))));
    const cut = (offset: number) => ({ cut: `the header of another WAV lies within its data, at offset ${offset}` });
    expect(holding(one)).toEqual(cut(44));
    expect(holding(samples(100), one)).toEqual(cut(144));
  });
  it('may begin with samples that spell the names of a header', () => {
    const holding = (change: (head: Buffer) => void, length = 244) => {
      const head = wav(chunk('fmt ', format()), chunk('data', samples(200))).subarray(0, length);
      change(head);
      return wavChunksOf(wav(chunk('fmt ', format()), chunk('data', head)));
    };
    const lawful: readonly ((head: Buffer) => void)[] = [
      (head) => head.write('RIFX', 0, 'latin1'),
      (head) => head.write('WAVX', 8, 'latin1'),
      (head) => head.writeUInt32LE(17, 16),
      (head) => head.writeUInt16LE(2, 20),
      (head) => head.writeUInt16LE(0, 22),
      (head) => head.writeUInt32LE(0, 24),
      (head) => head.writeUInt32LE(48_001, 28),
    ];
    for (const change of lawful) expect(holding(change)).toEqual({});
    expect(holding(() => {}, 35)).toEqual({});
    expect(holding(() => {}, 16)).toEqual({});
  });
  it('reads on behind chunks of any id of printable letters, and of odd lengths behind a byte of padding', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0x20, max: 0x7e }), { minLength: 4, maxLength: 4 }),
        fc.integer({ min: 0, max: 40 }),
        (id, length) => {
          fc.pre(!['data', 'fmt '].includes(Buffer.from(id).toString('latin1')));
          const between = chunk(Buffer.from(id).toString('latin1'), samples(length));
          const padding = Buffer.alloc(length % 2);
          const cut = { cut: 'its data chunk states 9 bytes, and 8 are there' };
          expect(wavChunksOf(wav(between, padding, chunk('data', samples(8), 9)))).toEqual(cut);
        },
      ),
    );
  });
  it('is not looked for behind what is no chunk', () => {
    for (const id of ['\x1fIST', 'LIS\x7f'])
      expect(wavChunksOf(wav(chunk(id, samples(4)), chunk('data', samples(8), 9)))).toEqual({});
    expect(wavChunksOf(wav(Buffer.from('data\x09\0\0', 'latin1')))).toEqual({});
    expect(wavChunksOf(wav())).toEqual({});
  });
});

describe('the format chunk of a WAV', () => {
  it('agrees with itself in any layout', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 3, 0xfffe),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 8_000, max: 96_000 }),
        fc.constantFrom(8, 12, 16, 20, 24, 32, 64),
        (tag, channels, rate, bits) => {
          expect(withFormat({ tag, channels, rate, bits })).toEqual({});
          expect(withFormat({ tag, channels, rate, bits, bytesPerSecond: 1 })).toHaveProperty('contradiction');
          expect(withFormat({ tag, channels, rate, bits, frameBytes: 65 })).toHaveProperty('contradiction');
        },
      ),
    );
  });
  it('says what excludes each other', () => {
    expect(withFormat({ channels: 2, frameBytes: 2 })).toEqual({
      contradiction: '2 channels of 16 bits at 24000 Hz in frames of 2 bytes, 48000 bytes per second',
    });
    expect(withFormat({ bytesPerSecond: 48_001 })).toEqual({
      contradiction: '1 channels of 16 bits at 24000 Hz in frames of 2 bytes, 48001 bytes per second',
    });
  });
  it('is free in codecs that have frames of their own', () => {
    for (const tag of [2, 6, 7, 0x55]) expect(withFormat({ tag, frameBytes: 65 })).toEqual({});
  });
  it('is not judged where it is too short, or breaks off', () => {
    const wrong = format({ frameBytes: 65 });
    expect(wavChunksOf(wav(chunk('fmt ', wrong.subarray(0, 15))))).toEqual({});
    expect(wavChunksOf(wav(chunk('fmt ', wrong, 15), samples(20)))).toEqual({});
    expect(wavChunksOf(wav(chunk('fmt ', wrong.subarray(0, 15), 16)))).toEqual({});
    expect(wavChunksOf(wav(chunk('fmt ', wrong)))).toHaveProperty('contradiction');
    expect(wavChunksOf(wav(chunk('fmt ', Buffer.concat([wrong, Buffer.alloc(24)]))))).toHaveProperty('contradiction');
  });
  it('is told apart from other chunks, and judged along with the data', () => {
    const wrong = format({ frameBytes: 65 });
    expect(wavChunksOf(wav(chunk('fmtX', wrong), chunk('fmt ', format())))).toEqual({});
    expect(Object.keys(wavChunksOf(wav(chunk('fmt ', wrong), chunk('data', samples(8), 9))))).toEqual([
      'cut',
      'contradiction',
    ]);
  });
});
