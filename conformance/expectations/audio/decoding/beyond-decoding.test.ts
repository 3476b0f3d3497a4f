import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { encodeAudio } from '../../../../fixtures/audio/encode.ts';
import { audioFormats } from '../../../../fixtures/audio/formats.ts';
import {
  be32,
  box,
  flacOfConstants,
  join,
  oggPage,
  opusHead,
  opusOf225,
  opusTags,
  u32,
  wav,
} from '../../../../fixtures/hostile/sound-bytes.ts';
import { audio as hostileAudio } from '../../../../fixtures/hostile/families/audio.ts';
import { validExcept } from '../../../../fixtures/service/index.ts';
import { exceededDecodingLimit, exceededReadingLimit, readingBounds } from './beyond-decoding.ts';
import { moreThan } from './reading-bound.ts';

const clips = new URL('../../../../fixtures/audio/clips/', import.meta.url);
const many = (count: number, part: (at: number) => Uint8Array): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, at) => part(at)));

const wavOf = (chunks: number): Buffer => {
  const whole = wav({});
  return join(whole.subarray(0, 36), 'junk\0\0\0\0'.repeat(chunks), whole.subarray(36));
};
const pages = (count: number): Buffer => many(count, (at) => oggPage(at, []));
const streams = (count: number): Buffer => many(count, (serial) => oggPage(0, [opusHead], { serial }));
const ftyp = box('ftyp', Buffer.from('M4A \0\0\0\0', 'latin1'));
const free = (count: number): Buffer => many(count, () => box('free', new Uint8Array()));
const tags = (count: number): Buffer => {
  const tag = box('\xa9nam', box('data', Buffer.alloc(9)));
  return box(
    'moov',
    box(
      'udta',
      box(
        'meta',
        join(
          u32(0),
          box(
            'ilst',
            many(count, () => tag),
          ),
        ),
      ),
    ),
  );
};
const table = (name: string, ...words: readonly number[]): Buffer =>
  box('moov', box('trak', box('mdia', box('minf', box('stbl', box(name, join(be32(0), ...words.map(be32))))))));

describe('audio that is not read', () => {
  it.each([
    ['a WAV of more than 10,000 chunks', (more: number) => wavOf(9_998 + more)],
    ['an Ogg of more than 200,000 pages', (more: number) => pages(200_000 + more)],
    ['an Ogg of more than 1,000 streams', (more: number) => streams(1_000 + more)],
    ['an MP4 of more than 50,000 boxes', (more: number) => join(ftyp, free(49_999 + more))],
    ['an MP4 of more than 50,000 boxes', (more: number) => join(ftyp, box('moov', free(49_998 + more)))],
    // Two boxes for each tag, and five boxes around all tags.
    ['an MP4 of more than 50,000 boxes', (more: number) => join(ftyp, tags(24_997 + more))],
  ])('%s', (because, made) => {
    expect(exceededReadingLimit(made(0))).toBeUndefined();
    expect(exceededReadingLimit(made(1))).toBe(because);
  });
  it.each([
    ['stsz', table('stsz', 1, 4_000_000_000)],
    ['stts', table('stts', 4_000_000_000)],
    ['trun', box('moof', box('traf', box('trun', join(u32(0), be32(4_000_000_000)))))],
  ])('states more entries than it has bytes, for which readers make room: %s', (name, bytes) => {
    expect(exceededReadingLimit(join(ftyp, bytes))).toBe(`an MP4 whose ${name} box states 4,000,000,000 entries`);
  });
  const format = (tag: number, channels: number, blockBytes: number, inBlock: number): Buffer => {
    const bytes = wavOf(0);
    const chunk = Buffer.alloc(28);
    chunk.write('fmt ');
    chunk.writeUInt32LE(20, 4);
    [tag, channels].forEach((word, at) => chunk.writeUInt16LE(word, 8 + 2 * at));
    chunk.writeUInt32LE(8_000, 12);
    [blockBytes, 4, 2, inBlock].forEach((word, at) => chunk.writeUInt16LE(word, 20 + 2 * at));
    // After the usual format chunk, and after a chunk whose name is invalid.
    return join(bytes.subarray(0, 36), '\0\0\0\0\x01\0\0\0x\0', chunk, bytes.subarray(36));
  };
  it.each([
    ['65,535', format(1, 65_535, 1, 0)],
    ['65,535', format(0x11, 1, 1, 65_535)],
    ['5', format(2, 2, 400, 1_001)],
  ])(
    'states more samples in a byte than any codec of a WAV has, for which decoders make room: %s',
    (samples, bytes) => {
      expect(exceededDecodingLimit(bytes)).toBe(`a WAV that states ${samples} samples in a byte`);
      expect(exceededReadingLimit(bytes)).toBeUndefined();
    },
  );
  it.each([
    ['8 channels of 24 bits', format(1, 8, 24, 0)],
    ['8 channels of 8 bits', format(1, 8, 8, 0)],
    ['IMA ADPCM', format(0x11, 2, 2_048, 2_041)],
    ['a codec that no decoder has', format(0x161, 2, 1, 65_535)],
  ])('states as many as it has, and is heard: %s', (_, bytes) => {
    expect(exceededDecodingLimit(bytes)).toBeUndefined();
  });
  it('has more samples a second than anybody records, and is read but not heard', () => {
    const opus = join(oggPage(0, [opusOf225]), oggPage(1, [opusTags]));
    expect(exceededDecodingLimit(opus)).toBe('audio of 225 channels at 48,000 Hz');
    expect(exceededDecodingLimit(flacOfConstants(1, 655_350))).toBe('audio of 8 channels at 655,350 Hz');
    expect(exceededDecodingLimit(flacOfConstants(1, 384_000))).toBeUndefined();
    expect([opus, flacOfConstants(1, 655_350)].map(exceededReadingLimit)).toEqual([undefined, undefined]);
  });
});

/** All that the hostile family of audio says, which commands are attacked with too. */
const attacks = Object.values(hostileAudio).map(({ change = {} }) => {
  const request = { text: '', voice: 'alloy', speed: 1, format: 'mp3', instructions: undefined } as const;
  const spoken = validExcept(change).speechBody({ audioBase64: '', contentType: '' }, request);
  const { audioBase64 } = spoken as { readonly audioBase64: string };
  return Buffer.from(audioBase64, 'base64');
});

it.each(readingBounds)('more $parts than are read of $container are among the attacks', (bound) => {
  const advice = 'add such an audio to fixtures/hostile/families/audio.ts';
  expect(attacks.map(exceededReadingLimit), advice).toContain(moreThan(bound));
});

describe('audio that is read', () => {
  const audios: readonly (readonly [string, Uint8Array])[] = [
    ...readdirSync(clips).map((name) => [name, readFileSync(new URL(name, clips))] as const),
    ...audioFormats.map((format) => [`60 s of ${format}`, encodeAudio(format, 'speech', 60)] as const),
  ];
  it.each(audios)('%s', (_, audio) => {
    expect([exceededReadingLimit(audio), exceededDecodingLimit(audio)]).toEqual([undefined, undefined]);
  });
  it.each([
    ['a box that holds itself', join(ftyp, be32(8), 'moov')],
    ['a box of no length', join(ftyp, be32(0), 'moov', be32(1), 'mdat')],
    ['a box longer than all', join(ftyp, be32(1), 'mdat', be32(0xffffffff), be32(0xffffffff))],
    ['a head and nothing else', Buffer.from('OggS')],
    ['a FLAC that breaks off', Buffer.from('fLaC\0\0')],
    ['nothing', Buffer.alloc(0)],
  ])('to its end, though it is wrong: %s', (_, audio) => {
    expect([exceededReadingLimit(audio), exceededDecodingLimit(audio)]).toEqual([undefined, undefined]);
  });
});
