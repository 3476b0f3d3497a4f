import { describe, expect, it } from 'vitest';
import { encodeAudio } from '../../../../fixtures/audio/encode.ts';
import { wavOf } from '../../../../fixtures/audio/pcm.ts';
import { sampleRate, samplesOf } from '../../../../fixtures/audio/waveform.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { answered } from '../../sample-exchange.testing.ts';
import { lengthFitsLetters } from './lasts-by-its-letters.ts';
import { speechExchange, speechAnswer, type SpeechFields } from '../sample-speech.testing.ts';

/** 35 letters. */
const sentence = 'The quick brown fox jumps over the lazy dog.';
const digits = '4071 8825 1936 5204 7713 9068';
const russian = 'Вчера вечером мы долго гуляли по городу';
const chinese = '昨天晚上我们在老城里走了很久，后来回到家里喝了一杯热茶';

const judge = lengthFitsLetters('long prose');
const judgeShort = lengthFitsLetters('short prose');
const judgeOther = lengthFitsLetters('other letters');

/** A speech of so many seconds. */
const spoken = (seconds: number, asked: Partial<SpeechFields> = {}): Exchange =>
  speechExchange(seconds, { text: sentence, ...asked });
/** Speech of so many seconds, with silence on both sides. */
const between = (before: number, seconds: number, after: number): Uint8Array => {
  const samples = new Int16Array(Math.round((before + seconds + after) * sampleRate));
  samples.set(samplesOf('speech', Math.round(seconds * sampleRate)), Math.round(before * sampleRate));
  return wavOf(samples);
};
const nothing = { inconclusive: 'there are no two speeches to compare', isUnspecified: true };
const long = `${sentence} `.repeat(8).trim();

describe('a long text', () => {
  it('takes as long for its letters as short ones do, with less of their pauses', async () => {
    expect(await judge([spoken(2.8), spoken(13, { text: long })])).toEqual([]);
  });
  it('is not whole where it takes far less than the quickest of them', async () => {
    const [slow, quick, half] = [spoken(4), spoken(2.8), spoken(12, { text: long })];
    expect(await judge([slow, quick, half])).toMatchObject([
      {
        subject: `length of alloy as wav (${half.id}), which has 280 letters to say`,
        expected: `at least 12.32 s, going by alloy as wav (${quick.id}), which says 35 letters in 2.80 s`,
        observed: '12.00 s',
        exchange: half.id,
      },
    ]);
  });
  it('is not compared with the silence before and after a short one', async () => {
    const paused = { ...speechAnswer(between(0.8, 1.34, 0.7)), request: spoken(1, { speed: 2 }).request };
    expect(await judge([paused, spoken(32, { text: `${sentence} `.repeat(45).trim(), speed: 4 })])).toEqual([]);
  });
  it('is compared at up to twice the speed, and as raw samples', async () => {
    expect(await judge([spoken(2.8), spoken(6, { text: long, speed: 2, format: 'flac' })])).toHaveLength(1);
    expect(await judge([spoken(2.8), spoken(6.3, { text: long, speed: 2, format: 'flac' })])).toEqual([]);
    const raw = { format: 'pcm' } as const;
    const halved = spoken(12, { ...raw, text: long });
    expect(await judge([spoken(2.8, raw), halved])).toHaveLength(1);
    const otherRate = {
      ...speechAnswer(encodeAudio('pcm', 'speech', 12), 'audio/pcm; rate=8000'),
      request: halved.request,
    };
    expect(await judge([spoken(2.8, raw), otherRate])).toEqual(nothing);
  });
  it.each([
    ['another voice', { voice: 'nova' }],
    ['more than twice the speed', { speed: 4 }],
    ['a lower speed', { speed: 0.5 }],
    ['guidance', { instructions: 'Fast.' }],
    ['raw samples', { format: 'pcm' }],
    ['fewer letters', { text: sentence.repeat(6) }],
    ['codes among its words', { text: `${long} zxqwv` }],
  ] as const)('is not compared across %s', async (_, asked) => {
    expect(await judge([spoken(2.8), spoken(1, { text: long, ...asked })])).toEqual(nothing);
  });
  it('is not compared with words so few that their pauses outweigh them', async () => {
    expect(await judge([spoken(2.8, { text: 'Good bye.' }), spoken(1, { text: long })])).toEqual(nothing);
  });
});

describe('a short text', () => {
  const shouted = 'ROCK-AND-ROLL-AND-BLUES-AND-SOUL-MUSIC, yes.';
  it.each([
    ['in capitals', shouted, 34],
    ['of sentences', `Yes. ${sentence}`, 38],
  ])('%s is not whole where it takes a fraction of the quickest', async (_, text, letters) => {
    const least = (2.8 / 35) * letters * 0.25;
    expect(await judgeShort([spoken(2.8), spoken(4), spoken(least + 0.05, { text })])).toEqual([]);
    expect(await judgeShort([spoken(2.8), spoken(4), spoken(least - 0.05, { text })])).toHaveLength(1);
    expect(await judgeOther([spoken(2.8), spoken(0.2, { text })])).toEqual(nothing);
  });
  it.each([['AAAAAAAAAA '.repeat(5)], ['BCDFG-HJKLM-NPQRST-VWXZ-BCDFG-HJKLM'], [long]])(
    'that is none is not judged: %s',
    async (text) => {
      expect(await judgeShort([spoken(4, { voice: 'nova' }), spoken(0.2, { text })])).toEqual(nothing);
    },
  );
});

describe('a text of nothing but', () => {
  it.each([
    ['digits', digits, 48],
    ['Russian', russian, 33],
    ['Chinese', chinese, 52],
  ] as const)('%s takes its time too', async (_, text, letters) => {
    const least = (2.8 / 35) * letters * 0.25;
    expect(await judgeOther([spoken(2.8), spoken(least + 0.05, { text })])).toEqual([]);
    const dropped = spoken(least - 0.05, { text });
    expect(await judgeOther([spoken(2.8), dropped])).toMatchObject([
      {
        subject: `length of alloy as wav (${dropped.id}), which takes as long to say as ${letters} Latin letters`,
        exchange: dropped.id,
      },
    ]);
  });
  it.each([['🎉👋🏽👍'.repeat(20)], ['AAAAAAAAAA '.repeat(10)], [`${digits} ${russian}`], ['1'.repeat(80)]])(
    'anything else is not judged: %s',
    async (text) => {
      expect(await judgeOther([spoken(2.8), spoken(0.3, { text })])).toEqual(nothing);
    },
  );
});

it('nothing is judged where nobody knows how long it lasts', async () => {
  expect(await judge([])).toEqual({ inconclusive: nothing.inconclusive });
  const silent = { ...spoken(1), response: answered({ body: '{}' }).response };
  expect(await judge([silent, spoken(1, { text: long })])).toEqual(nothing);
});
