import { describe, expect, it } from 'vitest';
import { encodeAudio, type AudioFormat } from '../../../../fixtures/audio/encode.ts';
import { floatStereoWav, rf64Wav } from '../../../../fixtures/audio/layouts.ts';
import { pageHeadBytes, withPages } from '../../../../fixtures/audio/ogg.ts';
import { wavOf } from '../../../../fixtures/audio/pcm.ts';
import { sampleRate, samplesOf } from '../../../../fixtures/audio/waveform.ts';
import { decodeAudio } from './decode-audio.ts';

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

describe('decodeAudio', () => {
  it.each(['mp3', 'opus', 'flac', 'wav'] as const)('decodes %s to its length', async (format) => {
    expect(await decodeAudio(made(format))).toEqual({
      is: 'sound',
      seconds: expect.closeTo(1, 1) as unknown,
      audibleSeconds: expect.closeTo(1, 1) as unknown,
      peak: expect.closeTo(0.44, 1) as unknown,
      peakToPeak: expect.closeTo(0.88, 1) as unknown,
      longestPauseSeconds: 0,
    });
  });
  it('says nothing of what a decoder trips over in its own code', async () => {
    const ofNoVersion = withPages(made('opus'), (page, at) => {
      const changed = Buffer.from(page);
      if (at === 0) changed.writeUInt8(0, pageHeadBytes + 1 + 8);
      return changed;
    });
    expect(await decodeAudio(ofNoVersion)).toEqual({ is: 'noSound', because: 'bytes that its decoder fails on' });
  });
  it('finds the longest silence between sounds, and none before or after them', async () => {
    const samples = samplesOf('speech', 5 * sampleRate);
    for (const [from, to] of [
      [0, 1],
      [1.5, 1.8],
      [2.5, 3.25],
      [4.1, 5],
    ] as const)
      samples.fill(0, from * sampleRate, to * sampleRate);
    expect(await decodeAudio(wavOf(samples))).toMatchObject({
      longestPauseSeconds: expect.closeTo(0.75, 1) as unknown,
    });
  });
  it('hears MP3 in a WAV', async () => {
    expect(await decodeAudio(mp3Wav(made('mp3')))).toMatchObject({
      is: 'sound',
      seconds: expect.closeTo(1, 1) as unknown,
    });
  });
  it.each([
    ['before its format', 12],
    ['between format and data', 36],
  ])('hears a WAV with a chunk of an odd length %s', async (_, at) => {
    const [wav, chunk] = [made('wav'), Buffer.alloc(8 + 28)];
    chunk.write('LIST');
    chunk.writeUInt32LE(27, 4);
    expect(await decodeAudio(Buffer.concat([wav.subarray(0, at), chunk, wav.subarray(at)]))).toMatchObject({
      is: 'sound',
      seconds: expect.closeTo(1, 1) as unknown,
    });
  });
  /**
   * Wide samples after a format chunk of 18 bytes, as writers of float make them: the samples do not begin at a
   * multiple of four.
   */
  const longFormat = (wav: Uint8Array, at: number): Buffer => {
    const head = Buffer.from(wav.subarray(0, at + 24));
    head.writeUInt32LE(18, at + 4);
    return Buffer.concat([head, Buffer.alloc(2), wav.subarray(at + 24)]);
  };
  const second = expect.closeTo(1, 1) as unknown;
  const wideSound = {
    is: 'sound',
    seconds: second,
    audibleSeconds: second,
    peak: expect.closeTo(0.44, 1) as unknown,
    peakToPeak: expect.closeTo(0.88, 1) as unknown,
    longestPauseSeconds: 0,
  };
  it('hears floats behind a chunk of an odd length, wherever they begin', async () => {
    const [wav, chunk] = [longFormat(floatStereoWav(made('wav')), 12), Buffer.from('LIST\x05\0\0\0INFO\0\0', 'latin1')];
    expect(await decodeAudio(Buffer.concat([wav.subarray(0, 38), chunk, wav.subarray(38)]))).toEqual(wideSound);
  });
  it('hears floats in an RF64, wherever they begin', async () => {
    expect(await decodeAudio(longFormat(rf64Wav(floatStereoWav(made('wav'))), 48))).toEqual(wideSound);
  });
  /** A title in UTF-16, whose byte order mark looks like the beginning of a frame. */
  const tag = Buffer.from('ID3\x04\0\0\0\0\0\x0fTIT2\0\0\0\x05\0\0\x01\xff\xfea\0', 'latin1');
  it.each([
    ['one tag', 'aac', [tag]],
    ['one tag', 'mp3', [tag]],
    ['two tags', 'mp3', [tag, tag]],
    ['two tags', 'aac', [tag, tag]],
  ] as const)('hears behind %s of ID3 %s', async (_, format, tags) => {
    expect(await decodeAudio(Buffer.concat([...tags, made(format)]))).toEqual(await decodeAudio(made(format)));
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
    expect(await decodeAudio(stereo)).toMatchObject({ peak: expect.closeTo(0.5, 3) as unknown });
  });
  it('says why there is none', async () => {
    expect(await decodeAudio(text('hello'))).toEqual({
      is: 'noSound',
      because: 'Unknown audio format',
      lacksCodec: true,
    });
    expect(await decodeAudio(text('fLaC'))).toEqual({ is: 'noSound', because: 'it decodes to no samples' });
    const tag = text('ID3\x04\0\0\0\0\0\x02\0\0');
    expect(await decodeAudio(tag)).toMatchObject({ is: 'noSound' });
  });
});
