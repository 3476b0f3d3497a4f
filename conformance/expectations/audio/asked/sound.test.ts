import { describe, expect, it } from 'vitest';
import { sentenceIn } from '../../../../fixtures/audio/clips.ts';
import { encodeAudio, type AudioFormat } from '../../../../fixtures/audio/encode.ts';
import {
  eightBitPcm,
  eightBitWav,
  floatPcm,
  floatStereoWav,
  rf64Wav,
  streamedFlac,
  streamedWav,
  taggedMp3,
} from '../../../../fixtures/audio/layouts.ts';
import { oggFlacOf } from '../../../../fixtures/audio/ogg-flac.ts';
import { mp4Of } from '../../../../fixtures/audio/mp4.ts';
import { wavOf } from '../../../../fixtures/audio/pcm.ts';
import { sampleRate, samplesOf } from '../../../../fixtures/audio/waveform.ts';
import { webmOf } from '../../../../fixtures/audio/webm.ts';
import { hasConsistentHeader, isWhole } from '../is-whole.ts';
import { isClearlyShorter, isShorter, isShorterAtLeastOnce, lengthFitsCharacters } from './lasts.ts';
import { findFrameChain } from '../decoding/mpeg-frames.ts';
import { identify } from '../read-audio.ts';
import { answered, unanswered } from '../../sample-exchange.testing.ts';
import { withRoomTone, speechAnswer } from '../sample-speech.testing.ts';
import { notInContainer } from '../speech-body.ts';
import { isAudibleIfWords, isAudibleInFormat } from './sounds.ts';

const formats = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const;
const made = (format: AudioFormat, seconds = 2): Buffer => Buffer.from(encodeAudio(format, 'speech', seconds));
const wav = made('wav');
const noAudio = { inconclusive: 'the answer carries no audio' };

/** Valid forms besides those of our own encoders. */
const otherForms = {
  'streamed wav': [streamedWav(wav), 'wav'],
  'wav as RF64': [rf64Wav(wav), 'wav'],
  'eight-bit wav': [eightBitWav(wav), 'wav'],
  'float stereo wav': [floatStereoWav(wav), 'wav'],
  'streamed flac': [streamedFlac(made('flac')), 'flac'],
  'tagged mp3': [taggedMp3(made('mp3'), 96), 'mp3'],
  'aac in mp4': [sentenceIn('m4a'), 'aac'],
  'opus in webm': [sentenceIn('webm'), 'opus'],
  'flac in ogg': [sentenceIn('oga'), 'flac'],
  'aac in an mp4 of ours': [mp4Of(made('aac')), 'aac'],
  'opus in a webm of ours': [webmOf(made('opus', 6)), 'opus'],
  'flac in an ogg of ours': [oggFlacOf(samplesOf('speech', 9_000)), 'flac'],
  'eight-bit samples': [eightBitPcm(wav), 'pcm'],
  'float samples': [floatPcm(wav), 'pcm'],
} as const;

describe.each(Object.entries(otherForms))('%s', (_name, [audio, format]) => {
  it('is known, sounds, and is whole', async () => {
    expect(await identify(audio)).toMatchObject({ format });
    expect(await isAudibleInFormat(format)([speechAnswer(audio)])).toEqual([]);
    expect(format === 'pcm' ? [] : await isWhole([speechAnswer(audio)])).toEqual([]);
    expect(await hasConsistentHeader([speechAnswer(audio)])).toEqual(format === 'wav' ? [] : notInContainer('WAV'));
  });
});

const asked = (text: string, audio: Uint8Array | string) => ({
  ...speechAnswer(audio),
  request: answered({ sent: { text, voice: 'nova', speed: 4 } }).request,
});

describe('soundsIfWords', () => {
  it.each(formats)('hears %s, and misses its silence', async (format) => {
    expect(await isAudibleIfWords([asked('Good bye.', made(format))])).toEqual([]);
    expect(await isAudibleIfWords([asked('Good bye.', encodeAudio(format, 'silence', 1))])).toMatchObject([
      { subject: 'audio of nova at speed 4 (speak#1)', expected: 'sound', kind: { is: 'audio' } },
    ]);
  });
  it('does not judge a text without words', async () => {
    const silence = encodeAudio('wav', 'silence', 1);
    expect(await isAudibleIfWords([asked('?!', silence)])).toEqual({ inconclusive: 'the text has no words' });
    expect(await isAudibleIfWords([speechAnswer(silence)])).toEqual({ inconclusive: 'the text has no words' });
    expect(await isAudibleIfWords([asked('Good bye.', '')])).toEqual(noAudio);
  });
});

describe('soundsIn', () => {
  it.each(formats)('hears %s, and misses its silence', async (format) => {
    expect(await isAudibleInFormat(format)([speechAnswer(made(format))])).toEqual([]);
    const silence = await isAudibleInFormat(format)([speechAnswer(encodeAudio(format, 'silence', 1))]);
    expect(silence).toMatchObject([
      {
        subject: 'audio',
        expected: 'sound',
        observed: expect.stringMatching(/^silence: /) as unknown,
        kind: { is: 'audio' },
      },
    ]);
  });
  it('leaves open what is known for what it is, and has no decoder here', async () => {
    const wide = Buffer.concat([Buffer.from('RF64\xff\xff\xff\xffWAVEbext', 'latin1'), wav.subarray(16)]);
    expect(await isAudibleInFormat('wav')([speechAnswer(wide)])).toEqual({
      inconclusive: 'there is no decoder here for this wav: Unknown audio format',
    });
    expect(await isAudibleInFormat('mp3')([speechAnswer(Buffer.from('No voice today', 'latin1'))])).toEqual([
      { subject: 'audio', expected: 'audio that decodes', observed: 'Unknown audio format', kind: { is: 'audio' } },
    ]);
  });
  it('says how silent it is', async () => {
    expect(await isAudibleInFormat('wav')([speechAnswer(encodeAudio('wav', 'silence', 1))])).toEqual([
      {
        subject: 'audio',
        expected: 'sound',
        observed: 'silence: 1.00 s with a peak of 0.00000',
        kind: { is: 'audio' },
      },
    ]);
    const dither = Buffer.alloc(8);
    dither.writeInt16LE(-1, 4);
    expect(await isAudibleInFormat('pcm')([speechAnswer(dither)])).toEqual([
      {
        subject: 'audio',
        expected: 'sound',
        observed: 'silence: 8 bytes of samples that hardly differ',
        kind: { is: 'audio' },
      },
    ]);
  });
  it('hears nothing in one sample that is said again and again', async () => {
    const level = wavOf(new Int16Array(sampleRate).fill(8_000));
    expect(await isAudibleInFormat('wav')([speechAnswer(level)])).toEqual([
      {
        subject: 'audio',
        expected: 'sound',
        observed: 'silence: 1.00 s at a level of 0.24415 that never changes',
        kind: { is: 'audio' },
      },
    ]);
    for (const one of [eightBitWav(level), floatStereoWav(level)])
      expect(await isAudibleInFormat('wav')([speechAnswer(one)])).toMatchObject([{ expected: 'sound' }]);
    for (const one of [level.subarray(44), eightBitPcm(Buffer.from(level)), floatPcm(Buffer.from(level))])
      expect(await isAudibleInFormat('pcm')([speechAnswer(one)])).toMatchObject([{ expected: 'sound' }]);
  });
  it('hears a faint voice beside a level, and one on it', async () => {
    const faint = samplesOf('speech', sampleRate).map((sample) => Math.round(sample / 400));
    expect(await isAudibleInFormat('wav')([speechAnswer(wavOf(faint.map((sample) => sample + 8_000)))])).toEqual([]);
    expect(
      await isAudibleInFormat('pcm')([speechAnswer(wavOf(faint.map((sample) => sample + 8_000)).subarray(44))]),
    ).toEqual([]);
  });
  it('says why nothing decodes', async () => {
    const head = Buffer.from('fLaC', 'latin1');
    expect(await isAudibleInFormat('flac')([speechAnswer(head)])).toMatchObject([{ expected: 'audio that decodes' }]);
  });
  it('needs audio', () => {
    expect(isAudibleInFormat('mp3')([speechAnswer('')])).toEqual(noAudio);
  });
});

describe('raw samples around -1', () => {
  it('are not taken for the sync word of a frame', async () => {
    const samples = Buffer.alloc(4000);
    for (let at = 0; at < 2000; at += 1) samples.writeInt16LE(Math.round(-1 + 5000 * Math.sin(at / 9)), at * 2);
    expect(samples.readUInt16BE(0)).toBe(0xffff);
    expect(await identify(samples)).toMatchObject({ format: 'pcm' });
    expect(findFrameChain(Buffer.from([0xff, 0xf3, 0x40, 0xc4, 0, 0]))).toBeUndefined();
  });
});

describe('lastsAsLongAs', () => {
  it('takes any tempo of speech', async () => {
    expect(await lengthFitsCharacters(44)([speechAnswer(made('wav', 2.6))])).toEqual([]);
    expect(await lengthFitsCharacters(44)([speechAnswer(made('pcm', 2.6))])).toEqual([]);
  });
  it.each([
    [0.5, 44, '0.7 to 22.6 s for 44 characters', '0.50 s'],
    [8, 4, '0.1 to 6.6 s for 4 characters', '8.00 s'],
  ])('does not take %f s for %i characters', async (seconds, characters, expected, observed) => {
    expect(await lengthFitsCharacters(characters)([speechAnswer(made('wav', seconds))])).toEqual([
      { subject: 'length', expected, observed, kind: { is: 'length' } },
    ]);
  });
  it.each([
    [0.3, 20],
    [13, 20],
  ])('takes just %f s for %i characters', async (seconds, characters) => {
    expect(await lengthFitsCharacters(characters)([speechAnswer(made('wav', seconds))])).toEqual([]);
  });
  it('takes raw samples that suit in one of their plausible layouts, and tells which end it misses', async () => {
    const raw = (bytes: number): Buffer => Buffer.from(Array.from({ length: bytes }, (_, at) => at % 251));
    expect(await lengthFitsCharacters(20)([speechAnswer(raw(2400))])).toEqual([]);
    expect(await lengthFitsCharacters(20)([speechAnswer(raw(2399))])).toEqual([
      {
        subject: 'length',
        expected: '0.3 to 13.0 s for 20 characters',
        observed: 'at most 0.30 s',
        kind: { is: 'length' },
      },
    ]);
  });
  it('needs a length', async () => {
    expect(await lengthFitsCharacters(4)([speechAnswer('')])).toEqual({
      inconclusive: 'the length of the audio is not known',
    });
  });
});

describe('isShorter', () => {
  const judge = isShorter({ at: 1, words: 'the second' }, { at: 0, words: 'the first' });
  it.each(formats)('compares two of %s', async (format) => {
    const [long, short] = [speechAnswer(made(format, 2)), speechAnswer(made(format, 1))];
    expect(await judge([long, short])).toEqual([]);
    expect(await judge([short, long])).toMatchObject([
      { subject: 'length', expected: 'the second shorter than the first', kind: { is: 'length' } },
    ]);
  });
  it('shows both lengths, also where they are equal', async () => {
    expect(await judge([speechAnswer(wav), speechAnswer(wav)])).toEqual([
      {
        subject: 'length',
        expected: 'the second shorter than the first',
        observed: 'both last 2.00 s',
        kind: { is: 'length', observed: '2.00 s and 2.00 s' },
        exchange: 'speak#1',
      },
    ]);
  });
  it('shows the one that is asked for by its check, else the later one', async () => {
    const seen = [speechAnswer(wav), { ...speechAnswer(wav), id: 'speak#2' }];
    const first = { at: 0, words: 'the first' };
    const second = { at: 1, words: 'the second' };
    expect(await isShorter(first, second)(seen)).toMatchObject([{ exchange: 'speak#2' }]);
    expect(await isShorter({ ...first, isAsked: true }, second)(seen)).toMatchObject([{ exchange: 'speak#1' }]);
    expect(await isShorter(second, { ...first, isAsked: true })(seen)).toMatchObject([{ exchange: 'speak#1' }]);
  });
  it('compares with silence too, which is found before and after the louder of two alone', async () => {
    const room = { seconds: 0.6, peak: 0.0075 };
    const long = speechAnswer(withRoomTone({ seconds: 1.3, peak: 0.8 }, room));
    const short = speechAnswer(withRoomTone({ seconds: 0.65, peak: 0.7 }, room));
    expect(await judge([long, short])).toEqual([]);
    expect(await judge([long, long])).toHaveLength(1);
    expect(await judge([short, short])).toHaveLength(1);
  });
  it('needs both', async () => {
    const unknown = { inconclusive: 'the length of the audio is not known' };
    const none = unanswered('timeout', 'speech');
    for (const seen of [
      [speechAnswer(wav)],
      [none, speechAnswer(wav)],
      [speechAnswer(wav), none],
      [speechAnswer(wav), speechAnswer('')],
    ])
      expect(await judge(seen)).toMatchObject(unknown);
  });
});

describe('isShorterOnce', () => {
  const again = [0, 2, 3].map((at) => ({ at, words: 'the quicker one' }));
  const judge = isShorterAtLeastOnce(again, { at: 1, words: 'the slower one' });
  const seconds = (...each: readonly number[]) => each.map((length) => speechAnswer(made('wav', length)));
  it('takes one that is shorter, at first or when it is asked for again', async () => {
    expect(await judge(seconds(1, 2))).toEqual([]);
    expect(await judge(seconds(2.1, 2, 2, 1.9))).toEqual([]);
  });
  it('shows one that never is', async () => {
    expect(await judge(seconds(2, 2, 2.1, 2))).toMatchObject([
      { expected: 'the quicker one shorter than the slower one', observed: 'both last 2.00 s' },
    ]);
  });
  it('does not judge before it was asked for again', async () => {
    expect(await judge(seconds(2, 2, 2))).toEqual({
      inconclusive: 'the two speeches are too alike in length, and were not asked for often enough to tell',
    });
  });
});

describe('isClearlyShorter', () => {
  const judge = isClearlyShorter({ at: 0, words: 'the half' }, { at: 1, words: 'the whole' });
  const seconds = (...each: readonly number[]) => each.map((length) => speechAnswer(made('wav', length)));
  it('takes a quarter more, and all beyond', async () => {
    expect(await judge(seconds(2, 2.5))).toEqual([]);
    expect(await judge(seconds(2, 4))).toEqual([]);
  });
  it('shows less than that', async () => {
    expect(await judge(seconds(2, 2.4))).toEqual([
      {
        subject: 'length',
        expected: 'the half shorter than the whole, the whole at least 1.25 times as long',
        observed: 'the half lasts 2.00 s, the whole 2.40 s',
        kind: { is: 'length', observed: '2.00 s and 2.40 s' },
        exchange: 'speak#1',
      },
    ]);
  });
  it('needs both', async () => {
    expect(await judge(seconds(2))).toEqual({ inconclusive: 'the length of the audio is not known' });
  });
  it('tells nothing of raw samples that are said to be of different kinds', async () => {
    const raw = (bytes: number, type: string) => speechAnswer(made('pcm', bytes), `audio/pcm${type}`);
    const [low, high] = [raw(2, ';rate=8000'), raw(2, '; rate=48000')];
    const open = { inconclusive: 'raw samples have no length to compare with that of audio of another contentType' };
    expect(await judge([low, high])).toMatchObject(open);
    expect(await judge([low, raw(2, '; Rate="8000"')])).toHaveLength(1);
    expect(await judge([speechAnswer(made('wav', 2)), low])).toMatchObject(open);
  });
});
