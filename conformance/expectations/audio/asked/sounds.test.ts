import { describe, expect, it } from 'vitest';
import { encodeAudio } from '../../../../fixtures/audio/encode.ts';
import { wavOf } from '../../../../fixtures/audio/pcm.ts';
import { sampleRate, samplesOf } from '../../../../fixtures/audio/waveform.ts';
import { speechAnswer } from '../sample-speech.testing.ts';
import { lengthsOf, secondsRangeOf } from './sounds.ts';

describe('secondsOf', () => {
  it('gives raw samples the range of plausible layouts', async () => {
    const { response } = speechAnswer(Buffer.from(Array.from({ length: 96_000 }, (_, at) => at % 251)));
    expect(response.is === 'answer' && (await secondsRangeOf(response))).toEqual([0.25, 12]);
  });
});

describe('lengthsOf', () => {
  const between = (before: number, after: number, peak = 0): Buffer => {
    const hiss = (seconds: number) => new Int16Array(seconds * sampleRate).fill(peak);
    return Buffer.from(wavOf(Int16Array.from([...hiss(before), ...samplesOf('speech', sampleRate), ...hiss(after)])));
  };
  const seconds = async (audio: Uint8Array) => {
    const { response } = speechAnswer(audio);
    const lengths = response.is === 'answer' ? await lengthsOf(response) : undefined;
    return lengths && [lengths.sounding, lengths.whole];
  };
  it.each([
    ['silence', between(0.8, 0.7)],
    ['hiss of a hundredth', between(0.8, 0.7, 100)],
  ])('leaves out %s before and after', async (_, audio) => {
    const sounding = expect.closeTo(1, 1) as unknown;
    expect(await seconds(audio)).toEqual([
      [sounding, sounding],
      [2.5, 2.5],
    ]);
  });
  it('keeps what is louder, or shorter than a pause', async () => {
    expect(await seconds(between(0.8, 0.7, 200))).toEqual([
      [2.5, 2.5],
      [2.5, 2.5],
    ]);
    expect(await seconds(between(0.02, 0.02))).toEqual([
      [1.04, 1.04],
      [1.04, 1.04],
    ]);
  });
  it('is all of what is silent', async () => {
    expect(await seconds(encodeAudio('wav', 'silence', 1))).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });
});
