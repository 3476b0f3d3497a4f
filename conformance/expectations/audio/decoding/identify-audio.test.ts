import { describe, expect, it } from 'vitest';
import { sentenceIn } from '../../../../fixtures/audio/clips.ts';
import { encodeAudio, type AudioFormat } from '../../../../fixtures/audio/encode.ts';
import { identifyAudio } from './identify-audio.ts';

const made = (format: AudioFormat): Buffer => Buffer.from(encodeAudio(format, 'speech', 1));
const text = (letters: string): Buffer => Buffer.from(letters, 'latin1');

describe('identifyAudio', () => {
  it.each([
    ['mp3', 'MPEG with MPEG 2 Layer 3', 1.008],
    ['opus', 'Ogg with Opus', 1],
    ['aac', 'ADTS/MPEG-4 with AAC', 0.98],
    ['flac', 'FLAC with FLAC', 1],
    ['wav', 'WAVE with PCM', 1],
  ] as const)('names %s, and how long it says that it is', async (format, label, seconds) => {
    expect(await identifyAudio(made(format))).toEqual({
      format,
      label,
      declaredSeconds: expect.closeTo(seconds, 2) as unknown,
    });
  });
  it.each([
    ['m4a', 'aac', 'isom/iso2/mp41 with MPEG-4/AAC'],
    ['webm', 'opus', 'EBML/webm with OPUS'],
    ['oga', 'flac', 'Ogg with FLAC'],
  ] as const)('looks into the container %s', async (clip, format, label) => {
    expect(await identifyAudio(sentenceIn(clip))).toMatchObject({ format, label });
  });
  it('takes what begins like no container for raw samples', async () => {
    const raw = { format: 'pcm', label: 'bytes of no known container, such as raw samples' };
    expect(await identifyAudio(made('pcm'))).toEqual(raw);
    // A container has to begin at the first byte.
    for (const head of ['RIFF', 'OggS', 'fLaC', 'ID3', 'FORM', '\x1aE\xdf\xa3', '1234ftyp'])
      expect(await identifyAudio(text(`\x80${head}${'\x80'.repeat(40)}`))).toEqual(raw);
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
    expect((await identifyAudio(text(head))).format).toBe('other');
  });
  it('says why it cannot read a container', async () => {
    expect(await identifyAudio(text('RIFF'))).toEqual({
      format: 'other',
      label: 'not readable: Failed to determine audio format',
    });
    expect(await identifyAudio(text('FORM\0\0\0\0AIFF'))).toEqual({ format: 'other', label: 'AIFF' });
  });
  /** A WAV with a chunk between its format and its data that states more bytes than it has, or fewer than it needs. */
  const wavWith = (chunk: string): Buffer => {
    const wav = made('wav');
    const whole = Buffer.concat([wav.subarray(0, 36), text(chunk), wav.subarray(36)]);
    whole.writeUInt32LE(whole.length - 8, 4);
    return whole;
  };
  const brokenLists = ['LIST\x08\0\0\0INFO\0\0\0\0', 'LIST\0\0\0\0', 'fact\x02\0\0\0\x01\0'];
  it.each(brokenLists)('takes a WAV for one whatever the tags in it are: %j', async (chunk) => {
    const wav = wavWith(chunk);
    expect(await identifyAudio(wav)).toEqual({ format: 'wav', label: 'WAVE' });
    expect(await identifyAudio(wav.subarray(0, -100))).toMatchObject({
      cut: 'its data chunk states 48000 bytes, and 47900 are there',
    });
  });
  it('takes a FLAC for one whatever the picture in it is', async () => {
    const flac = made('flac');
    flac.writeUInt8(0, 4);
    const picture = text('\x86\0\0\x06\0\0\0\x03\0\0');
    const audio = Buffer.concat([flac.subarray(0, 42), picture, flac.subarray(42)]);
    expect(await identifyAudio(audio)).toEqual({ format: 'flac', label: 'FLAC' });
  });
  it('takes an Opus for one whatever the comments in it are', async () => {
    const audio = made('opus');
    audio.writeUInt32LE(0xffff, audio.indexOf('OpusTags') + 8);
    expect(await identifyAudio(audio)).toEqual({ format: 'opus', label: 'Ogg with Opus' });
  });
  it('takes MP3 for one whatever the version of its tag is', async () => {
    const audio = Buffer.concat([text('ID3\x05\0\0\0\0\0\x02\0\0'), made('mp3')]);
    expect(await identifyAudio(audio)).toEqual({ format: 'mp3', label: 'MPEG frames' });
  });
  it('shows text, of any printable letters on any lines', async () => {
    expect(await identifyAudio(text(' ~\r\n'))).toEqual({ format: 'other', label: String.raw`text: " ~\r\n"` });
    for (const stray of ['\x1f', '\x7f', '\x09', '\x0b', '\x0e', '\xff'])
      expect(await identifyAudio(text(`No voice${stray}`))).toMatchObject({ format: 'pcm' });
  });
  it('says which frame breaks off', async () => {
    expect(await identifyAudio(made('mp3').subarray(0, -50))).toMatchObject({
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
    expect((await identifyAudio(audio)).declaredSeconds).toBeCloseTo(130 * 0.024, 3);
  });
  it.each([
    ['Opus in MP4', 'mp4a', 'Opus', 'opus'],
    ['AAC for telephones', 'ftypisom', 'ftyp3gp4', 'aac'],
    ['a codec that nobody has', 'mp4a', 'zzzz', 'other'],
  ] as const)('knows %s', async (_what, letters, instead, format) => {
    const audio = Buffer.from(sentenceIn('m4a'));
    audio.write(instead, audio.indexOf(letters), 'latin1');
    expect((await identifyAudio(audio)).format).toBe(format);
  });
  it('knows a WAV and a CAF by their heads alone', async () => {
    expect(await identifyAudio(text('RF64\xff\xff\xff\xffWAVEds64'))).toEqual({ format: 'wav', label: 'RF64 WAVE' });
    const caf = text(`caff\0\x01\0\0desc\0\0\0\0\0\0\0\x20${'\0'.repeat(8)}opus${'\0'.repeat(20)}`);
    expect(await identifyAudio(caf)).toEqual({ format: 'opus', label: 'CAF with opus' });
  });
  it('sees in a WAV both what is cut and what contradicts itself', async () => {
    const wav = made('wav');
    wav.writeUInt16LE(4, 32);
    expect(await identifyAudio(wav.subarray(0, 1044))).toMatchObject({
      format: 'wav',
      cut: 'its data chunk states 48000 bytes, and 1000 are there',
      contradiction: '1 channels of 16 bits at 24000 Hz in frames of 4 bytes, 48000 bytes per second',
    });
  });
});
