import { describe, expect, it } from 'vitest';
import { encodeAudio } from '../../../../fixtures/audio/encode.ts';
import { unanswered } from '../../sample-exchange.testing.ts';
import { speechAnswer } from '../sample-speech.testing.ts';
import { lastsAtLeastTimes } from './lasts-at-least.ts';

const long = { words: 'the long text', at: [1, 3] } as const;
const short = { words: 'the short one', at: [0, 2] } as const;
const judge = lastsAtLeastTimes(2.4, long, short);

const spoken = (...seconds: readonly number[]) =>
  seconds.map((each, at) => speechAnswer(encodeAudio('wav', 'speech', each), 'audio/wav', `s#${at}`));

describe('lastsAtLeast', () => {
  it('takes one that lasts so many times as long', async () => {
    expect(await judge(spoken(1, 2.4))).toEqual([]);
  });
  it('takes any two of those that were asked for again', async () => {
    expect(await judge(spoken(1.1, 2, 1, 2.4))).toEqual([]);
    expect(await judge(spoken(1, 2, 1.1, 2.4))).toEqual([]);
  });
  it('shows those that came nearest to it, where none does', async () => {
    expect(await judge(spoken(1.1, 2, 1, 2.3))).toEqual([
      {
        subject: 'length',
        expected: 'the long text at least 2.4 times as long as the short one, once of 2',
        observed: 'at most 2.30 times: 2.30 s and 1.00 s',
        kind: { is: 'length', observed: '2.30 s and 1.00 s' },
        exchange: 's#1',
      },
    ]);
  });
  it('accuses nobody before both were asked for as often as can be', async () => {
    const tooFew = { inconclusive: 'the two texts were not spoken often enough to compare their lengths' };
    expect(await judge(spoken(1, 2))).toEqual(tooFew);
    expect(await judge([...spoken(1, 2, 1), unanswered('timeout', 'speech')])).toEqual(tooFew);
  });
  it('needs both', async () => {
    expect(await judge(spoken(1))).toEqual({ inconclusive: 'the length of the audio is not known' });
  });
  it('compares no raw samples of two kinds', async () => {
    const raw = (rate: number) => speechAnswer(encodeAudio('pcm', 'speech', 1), `audio/pcm; rate=${rate}`);
    expect(await judge([raw(8_000), raw(24_000), raw(8_000), raw(24_000)])).toHaveProperty('inconclusive');
  });
});
