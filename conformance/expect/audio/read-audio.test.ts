import { describe, expect, it } from 'vitest';
import { sentenceIn } from '../../../fixtures/audio/clips.ts';
import { encodeAudio, type AudioFormat } from '../../../fixtures/audio/encode.ts';
import { identify, soundOf } from './read-audio.ts';

const made = (format: AudioFormat): Buffer => Buffer.from(encodeAudio(format, 'speech', 1));
const text = (letters: string): Buffer => Buffer.from(letters, 'latin1');

/** A WAV whose format chunk names MPEG Layer 3. */
function mp3Wav(mp3: Buffer): Buffer {
  const head = Buffer.from(made('wav').subarray(0, 44));
  head.writeUInt16LE(0x55, 20);
  head.writeUInt32LE(mp3.length, 40);
  head.writeUInt32LE(36 + mp3.length, 4);
  return Buffer.concat([head, mp3]);
}

describe('identify', () => {
  it.each([
    ['mp3', 'MPEG with MPEG 2 Layer 3', 1.008],
    ['opus', 'Ogg with Opus', 1],
    ['aac', 'ADTS/MPEG-4 with AAC', 0.98],
    ['flac', 'FLAC with FLAC', 1],
    ['wav', 'WAVE with PCM', 1],
  ] as const)('names %s, and how long it says that it is', async (format, words, seconds) => {
    expect(await identify(made(format))).toEqual({
      format,
      words,
      declaredSeconds: expect.closeTo(seconds, 2) as unknown,
    });
  });
  it.each([
    ['m4a', 'aac', 'isom/iso2/mp41 with MPEG-4/AAC'],
    ['webm', 'opus', 'EBML/webm with OPUS'],
    ['oga', 'flac', 'Ogg with FLAC'],
  ] as const)('looks into the container %s', async (clip, format, words) => {
    expect(await identify(sentenceIn(clip))).toMatchObject({ format, words });
  });
  it('takes what begins like no container for raw samples', async () => {
    const raw = { format: 'pcm', words: 'bytes of no known container, such as raw samples' };
    expect(await identify(made('pcm'))).toEqual(raw);
    // A container begins at the first byte.
    for (const head of ['RIFF', 'OggS', 'fLaC', 'ID3', 'FORM', '\x1aE\xdf\xa3', '1234ftyp'])
      expect(await identify(text(`\x80${head}${'\x80'.repeat(40)}`))).toEqual(raw);
  });
  it.each([
    'RIFF',
    'OggS',
    'fLaC',
    'ID3',
    'FORM\0\0\0\0AIFF',
    '\x1aE\xdf\xa3',
    '\0\0\0\x18ftypM4A ',
    '\n\n\n\nftypM4A ',
  ])('does not take %j for samples, nor for a format asked for', async (head) => {
    expect((await identify(text(head))).format).toBe('other');
  });
  it('says why it cannot read a container', async () => {
    expect(await identify(text('RIFF'))).toEqual({
      format: 'other',
      words: 'not readable: Failed to determine audio format',
    });
    expect(await identify(text('FORM\0\0\0\0AIFF'))).toEqual({ format: 'other', words: 'AIFF' });
  });
  it('shows text, of any printable letters on any lines', async () => {
    expect(await identify(text(' ~\r\n'))).toEqual({ format: 'other', words: String.raw`text: " ~\r\n"` });
    for (const stray of ['\x1f', '\x7f', '\x09', '\x0b', '\x0e', '\xff'])
      expect(await identify(text(`No voice${stray}`))).toMatchObject({ format: 'pcm' });
  });
  it('says which frame breaks off', async () => {
    expect(await identify(made('mp3').subarray(0, -50))).toMatchObject({
      format: 'mp3',
      cut: 'frame 42 lacks 50 bytes of its length',
    });
  });
  it('counts MP3 by its frames, not by the bitrate of the silence that it begins with', async () => {
    const [quiet, loud] = [24, 192].map((bytes) =>
      Buffer.from([0xff, 0xf3, bytes === 24 ? 0x14 : 0x84, 0xc4, ...Array<number>(bytes - 4).fill(0)]),
    );
    const frames = [...Array<Buffer | undefined>(30).fill(quiet), ...Array<Buffer | undefined>(100).fill(loud)];
    const audio = Buffer.concat(frames.filter((each) => each !== undefined));
    expect((await identify(audio)).declaredSeconds).toBeCloseTo(130 * 0.024, 3);
  });
  it.each([
    ['Opus in MP4', 'mp4a', 'Opus', 'opus'],
    ['AAC for telephones', 'ftypisom', 'ftyp3gp4', 'aac'],
    ['speech for telephones', 'mp4a', 'samr', 'other'],
  ] as const)('knows %s', async (_what, letters, instead, format) => {
    const audio = Buffer.from(sentenceIn('m4a'));
    audio.write(instead, audio.indexOf(letters), 'latin1');
    expect((await identify(audio)).format).toBe(format);
  });
  it('knows a WAV and a CAF by their heads alone', async () => {
    expect(await identify(text('RF64\xff\xff\xff\xffWAVEds64'))).toEqual({ format: 'wav', words: 'RF64 WAVE' });
    const caf = text(`caff\0\x01\0\0desc\0\0\0\0\0\0\0\x20${'\0'.repeat(8)}opus${'\0'.repeat(20)}`);
    expect(await identify(caf)).toEqual({ format: 'opus', words: 'CAF with opus' });
  });
  it('sees in a WAV both what is cut and what contradicts itself', async () => {
    const wav = made('wav');
    wav.writeUInt16LE(4, 32);
    expect(await identify(wav.subarray(0, 1044))).toMatchObject({
      format: 'wav',
      cut: 'its data chunk states 48000 bytes, and 1000 are there',
      contradiction: '1 channels of 16 bits at 24000 Hz in frames of 4 bytes, 48000 bytes a second',
    });
  });
});

describe('soundOf', () => {
  it.each(['mp3', 'opus', 'flac', 'wav'] as const)('decodes %s to its length', async (format) => {
    expect(await soundOf(made(format))).toEqual({
      is: 'sound',
      seconds: expect.closeTo(1, 1) as unknown,
      peak: expect.closeTo(0.44, 1) as unknown,
    });
  });
  it('hears MP3 in a WAV', async () => {
    expect(await soundOf(mp3Wav(made('mp3')))).toMatchObject({ is: 'sound', seconds: expect.closeTo(1, 1) as unknown });
  });
  it('finds the peak in either sign, and in any channel', async () => {
    const stereo = made('wav').subarray(0, 60);
    stereo.writeUInt32LE(16, 40);
    stereo.writeUInt16LE(2, 22);
    stereo.writeUInt32LE(96_000, 28);
    stereo.writeUInt16LE(4, 32);
    stereo.fill(0, 44);
    stereo.writeInt16LE(8192, 44);
    stereo.writeInt16LE(-16_384, 54);
    expect(await soundOf(stereo)).toMatchObject({ peak: expect.closeTo(0.5, 3) as unknown });
  });
  it('says why there is none', async () => {
    expect(await soundOf(text('hello'))).toEqual({
      is: 'noSound',
      because: 'Unknown audio format',
      isGap: true,
    });
    expect(await soundOf(text('fLaC'))).toEqual({ is: 'noSound', because: 'no samples come out of it' });
  });
});
