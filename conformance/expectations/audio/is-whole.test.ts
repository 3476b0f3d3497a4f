import { describe, expect, it } from 'vitest';
import { sentenceIn } from '../../../fixtures/audio/clips.ts';
import { encodeAudio, type AudioFormat } from '../../../fixtures/audio/encode.ts';
import { eightBitPcm, floatPcm, taggedMp3 } from '../../../fixtures/audio/layouts.ts';
import { hasConsistentHeader, isWhole } from './is-whole.ts';
import { speechAnswer } from './sample-speech.testing.ts';

const made = (format: AudioFormat, seconds = 2): Buffer => Buffer.from(encodeAudio(format, 'speech', seconds));
const wav = made('wav');
const noAudio = { inconclusive: 'the answer carries no audio' };

/** The same audio, which states that it lasts this many seconds longer than it does. */
const declaringMore = {
  flac: (more: number) =>
    withNumber(
      made('flac'),
      () => 22,
      (samples) => samples + more * 24_000,
    ),
  mp3: (more: number) =>
    withNumber(
      taggedMp3(made('mp3'), 96),
      (audio) => audio.indexOf('Info') + 8,
      (frames) => frames + (more * 24_000) / 576,
    ),
  aac: (more: number) =>
    withNumber(
      sentenceIn('m4a'),
      (audio) => audio.indexOf('mdhd') + 20,
      (ticks) => ticks + more * 24_000,
    ),
  opus: (more: number) => {
    const audio = made('opus');
    const at = audio.lastIndexOf('OggS', undefined, 'latin1') + 6;
    audio.writeUInt32LE(audio.readUInt32LE(at) + Math.round(more * 48_000), at);
    return audio;
  },
} as const;

function withNumber(of: Uint8Array, place: (audio: Buffer) => number, change: (was: number) => number): Buffer {
  const audio = Buffer.from(of);
  const at = place(audio);
  audio.writeUInt32BE(Math.round(change(audio.readUInt32BE(at))), at);
  return audio;
}

/** Sound of 8 kHz in a container that is none of the formats of 2.5 and states its own length. */
function aiff({ stated, seconds }: { readonly stated: number; readonly seconds: number }): Buffer {
  const sound = Buffer.alloc(16 + seconds * 16_000, 'SSND\0\0\0\0\0\0\0\0\0\0\0\0');
  sound.writeUInt32BE(sound.length - 8, 4);
  sound.fill(0, 8, 16);
  const common = Buffer.from('COMM\0\0\0\x12\0\x01\0\0\0\0\0\x10\x40\x0b\xfa\0\0\0\0\0\0\0', 'latin1');
  common.writeUInt32BE(Math.round(stated * 8000), 10);
  const head = Buffer.from('FORM\0\0\0\0AIFF', 'latin1');
  head.writeUInt32BE(4 + common.length + sound.length, 4);
  return Buffer.concat([head, common, sound]);
}

describe('isWhole', () => {
  it('shows raw samples of 16 bits that end within one, of either byte order', async () => {
    const pcm = made('pcm');
    const observed = `${pcm.length - 1} bytes of samples that have two bytes each`;
    for (const audio of [pcm, Buffer.from(pcm).swap16()])
      expect(await isWhole([speechAnswer(audio.subarray(0, -1))])).toEqual([
        { subject: 'audio', expected: 'whole audio', observed, kind: { is: 'audio' } },
      ]);
  });
  it('does not judge the end of other raw samples', async () => {
    for (const audio of [made('pcm'), eightBitPcm(wav).subarray(0, -1), floatPcm(wav).subarray(0, -1)])
      expect(await isWhole([speechAnswer(audio)])).toMatchObject({ inconclusive: expect.any(String) });
  });
  it.each(['mp3', 'opus', 'aac', 'flac', 'wav'] as const)('takes %s that is whole', async (format) => {
    expect(await isWhole([speechAnswer(made(format))])).toEqual([]);
  });
  const opus = made('opus');
  const shortData = Buffer.from(wav);
  shortData.writeUInt32LE(48_000, 40);
  const cut = [
    [
      'mp3 within a frame',
      made('mp3').subarray(0, -50),
      'frame 83 lacks 50 bytes of its length',
      'ISO/IEC 11172-3 2.4.2.3',
    ],
    [
      'mp3 within a header',
      made('mp3').subarray(0, -94),
      'frame 83 lacks 94 bytes of its length',
      'ISO/IEC 11172-3 2.4.2.3',
    ],
    ['aac within a frame', made('aac').subarray(0, -9), 'frame 47 lacks 9 bytes of its length', 'ISO/IEC 13818-7 6.2'],
    [
      'opus without its last page',
      opus.subarray(0, opus.lastIndexOf('OggS', undefined, 'latin1')),
      'End-of-stream reached before reaching last page in Ogg stream serial=1634956129',
      'RFC 3533 6',
    ],
    ['flac', made('flac').subarray(0, 60_000), '1.19 s of the 2.00 s that it declares', 'RFC 9639 8.2'],
    ['wav', wav.subarray(0, 1044), 'its data chunk states 96000 bytes, and 1000 are there', 'RIFF WAVE'],
    [
      'wav with half its samples in no chunk',
      shortData,
      expect.stringMatching(
        /^its data chunk states 48000 bytes, and 48000 more follow in no chunk: bytes [0-9a-f]{48}…$/,
      ),
      'RIFF WAVE',
    ],
  ] as const;
  it.each(cut)('misses the end of %s', async (_name, audio, observed, per) => {
    const expected: unknown = [
      { subject: 'audio', expected: 'whole audio', observed, reference: per, kind: { is: 'audio' } },
    ];
    expect(await isWhole([speechAnswer(audio)])).toEqual(expected);
  });
  it('minds no padding behind the last chunk or frame', async () => {
    expect(await isWhole([speechAnswer(Buffer.concat([wav, Buffer.alloc(32)]))])).toEqual([]);
    expect(await isWhole([speechAnswer(made('mp3').subarray(0, -1))])).toEqual([]);
    expect(await isWhole([speechAnswer(Buffer.concat([made('flac'), Buffer.alloc(128, 'TAG')]))])).toEqual([]);
  });
  it('misses what the header of a FLAC leaves uncounted', async () => {
    const flac = made('flac');
    flac.writeUInt32BE(24_000, 22);
    expect(await isWhole([speechAnswer(flac)])).toEqual([
      {
        subject: 'audio',
        expected: 'whole audio',
        observed: '2.00 s, of which its header counts 1.00 s',
        reference: 'RFC 9639 8.2',
        kind: { is: 'audio' },
      },
    ]);
    flac.writeUInt32BE(0, 22);
    expect(await isWhole([speechAnswer(flac)])).toEqual([]);
    for (const behind of [Buffer.alloc(128, 'TAG'), Buffer.from('\n'), Buffer.alloc(200, 'words APETAGEX')])
      expect(await isWhole([speechAnswer(Buffer.concat([flac, behind]))])).toEqual([]);
  });
  it.each([1, 2, 100, 5_000])('misses the end of a FLAC that counts nothing, and lacks %d bytes', async (bytes) => {
    const flac = made('flac').subarray(0, -bytes);
    flac.writeUInt32BE(0, 22);
    expect(await isWhole([speechAnswer(flac)])).toMatchObject([
      { observed: 'a last frame that ends before its checksum', reference: 'RFC 9639 9.3' },
    ]);
  });
  it('takes Opus that counts from when something live began, and misses its end all the same', async () => {
    const later = (audio: Buffer): Buffer => {
      for (let at = 0; at >= 0; at = audio.indexOf('OggS', at + 1, 'latin1')) {
        const end = audio.readBigInt64LE(at + 6);
        if (end > 0n) audio.writeBigInt64LE(end + 4_800_000n, at + 6);
      }
      return audio;
    };
    expect(await isWhole([speechAnswer(later(made('opus')))])).toEqual([]);
    expect(await isWhole([speechAnswer(later(declaringMore.opus(0.5)))])).toMatchObject([
      { observed: '2.01 s of the 2.50 s that it declares' },
    ]);
  });
  it.each([0, 1000, 0xffff_ffff])(
    'takes no notice of a count of samples in a WAV besides its data: %d',
    async (count) => {
      const fact = Buffer.from('fact\x04\0\0\0\0\0\0\0', 'latin1');
      fact.writeUInt32LE(count, 8);
      const whole = Buffer.concat([wav.subarray(0, 36), fact, wav.subarray(36)]);
      whole.writeUInt32LE(whole.length - 8, 4);
      expect(await isWhole([speechAnswer(whole)])).toEqual([]);
    },
  );
  it('asks no more of a format that is none of those asked for', async () => {
    expect(await isWhole([speechAnswer(aiff({ stated: 1.3, seconds: 1 }))])).toEqual([]);
    expect(await isWhole([speechAnswer(aiff({ stated: 1.4, seconds: 1 }))])).toEqual([
      {
        subject: 'audio',
        expected: 'whole audio',
        observed: '1.00 s of the 1.40 s that it declares',
        kind: { is: 'audio' },
      },
    ]);
  });
  it.each([
    ['flac', 0.015, 0.025, '2.00 s of the 2.02 s that it declares', 'RFC 9639 8.2'],
    ['opus', 0.1, 0.12, '2.01 s of the 2.12 s that it declares', 'RFC 3533 6'],
    ['mp3', 0.3, 0.4, '1.97 s of the 2.40 s that it declares', 'ISO/IEC 11172-3 2.4.2.3'],
    ['aac', 0.3, 0.4, '2.64 s of the 3.08 s that it declares', 'ISO/IEC 13818-7 6.2'],
  ] as const)('minds no padding of %s, and no more than that', async (format, within, beyond, observed, per) => {
    expect(await isWhole([speechAnswer(declaringMore[format](within))])).toEqual([]);
    expect(await isWhole([speechAnswer(declaringMore[format](beyond))])).toEqual([
      { subject: 'audio', expected: 'whole audio', observed, reference: per, kind: { is: 'audio' } },
    ]);
  });
  it('judges nothing that does not decode, or is not there', async () => {
    const judgement = await isWhole([speechAnswer(Buffer.from('hello', 'latin1'))]);
    expect(judgement).toMatchObject({ inconclusive: expect.stringMatching(/^the audio does not decode: /) as unknown });
    expect(await isWhole([speechAnswer('')])).toEqual(noAudio);
  });
});

describe('hasConsistentHeader', () => {
  it('shows fields that exclude each other', async () => {
    const stereo = Buffer.from(wav);
    stereo.writeUInt16LE(4, 32);
    expect(await hasConsistentHeader([speechAnswer(stereo)])).toEqual([
      {
        subject: 'WAV header',
        expected: 'frames of channels times sample bytes, and rate times frame bytes per second',
        observed: '1 channels of 16 bits at 24000 Hz in frames of 4 bytes, 48000 bytes per second',
        reference: 'RIFF WAVE',
      },
    ]);
    expect(await hasConsistentHeader([speechAnswer('')])).toEqual(noAudio);
  });
});
