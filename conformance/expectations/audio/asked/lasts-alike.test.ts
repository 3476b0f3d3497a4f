import { describe, expect, it } from 'vitest';
import { encodeAudio } from '../../../../fixtures/audio/encode.ts';
import { speechExchange, speechAnswer } from '../sample-speech.testing.ts';
import { lengthsFitOtherFormats } from './lasts-alike.ts';

const text = 'The quick brown fox jumps over the lazy dog. '.repeat(8).trim();
const as = (format: 'wav' | 'opus' | 'flac' | 'aac', seconds: number, more: object = {}) =>
  speechExchange(seconds, { text, format, ...more });

const samples = encodeAudio('pcm', 'speech', 10);
const pcmAs = (contentType: string) => ({ response: speechAnswer(samples, contentType).response });

const nothing = { inconclusive: 'there are no two speeches to compare' };

describe('a long text in several formats', () => {
  it('lasts about as long in each', async () => {
    expect(await lengthsFitOtherFormats([as('wav', 10), as('opus', 12), as('flac', 9.5)])).toEqual([]);
  });
  it('lasts as long as in most, else a part is missing, or the samples have another rate', async () => {
    const [opus, wav, flac, aac] = [as('opus', 10), as('wav', 7.5), as('flac', 10.2), as('aac', 14)];
    const by = `going by alloy as flac (${flac.id}), which says 280 letters in 10.20 s`;
    const told = (speech: typeof wav, format: string, expected: string, observed: string) => ({
      subject: `length of alloy as ${format} (${speech.id}), which has 280 letters to say`,
      kind: { is: 'length', subject: 'length' },
      expected: `${expected}, ${by}`,
      observed,
      exchange: speech.id,
      restsOn: [flac.id],
    });
    expect(await lengthsFitOtherFormats([opus, wav, flac, aac])).toEqual([
      told(aac, 'aac', 'less than 13.26 s', '13.95 s'),
      told(wav, 'wav', 'more than 7.85 s', '7.50 s'),
    ]);
  });
  it('is told by the shorter of two', async () => {
    const [wav, opus] = [as('wav', 7), as('opus', 10)];
    expect(await lengthsFitOtherFormats([opus, wav])).toMatchObject([{ exchange: wav.id, restsOn: [opus.id] }]);
  });
  it('accuses none where two say one thing and two another', async () => {
    expect(await lengthsFitOtherFormats([as('wav', 7), as('flac', 7), as('opus', 10), as('aac', 10)])).toEqual([]);
  });
  it('is compared at any speed, but for one that was not spoken at it', async () => {
    const judged = async (seconds: number) =>
      lengthsFitOtherFormats([as('wav', seconds, { speed: 2 }), as('opus', 10, { speed: 2 })]);
    expect(await judged(7)).toHaveLength(1);
    expect(await judged(5)).toEqual([]);
  });
  it('lasts as long in raw samples, at the rate that their media type states', async () => {
    const [wav, flac] = [as('wav', 10), as('flac', 10)];
    const raw = (contentType: string) => ({
      ...speechExchange(10, { text, format: 'pcm' as const }),
      ...pcmAs(contentType),
    });
    for (const right of [
      'audio/pcm',
      'audio/pcm;rate=24000',
      'audio/pcm;rate=12000',
      'audio/L16;rate=24000;channels=1',
    ])
      expect(await lengthsFitOtherFormats([wav, flac, raw(right)])).toEqual([]);
    const pcm = raw('audio/pcm; rate=48000');
    expect(await lengthsFitOtherFormats([pcm, wav, flac])).toEqual([
      {
        subject: `length of alloy as pcm (${pcm.id}), which has 280 letters to say`,
        kind: { is: 'length', subject: 'length' },
        expected: `more than 7.69 s, going by alloy as wav (${wav.id}), which says 280 letters in 10.00 s`,
        observed: '5.00 s at the rate of audio/pcm;rate=48000',
        exchange: pcm.id,
        restsOn: [wav.id],
      },
    ]);
    expect(await lengthsFitOtherFormats([wav, flac, raw('audio/pcm;rate=12000;channels=1')])).toMatchObject([
      { observed: '20.00 s at the rate of audio/pcm;rate=12000;channels=1' },
    ]);
    const twiceAsFast = { speed: 2 };
    const fast = [as('wav', 10, twiceAsFast), as('flac', 10, twiceAsFast)];
    const rawAt = (contentType: string) => ({
      ...speechExchange(10, { text, format: 'pcm' as const, speed: 2 }),
      ...pcmAs(contentType),
    });
    expect(await lengthsFitOtherFormats([...fast, rawAt('audio/pcm;rate=48000')])).toHaveLength(1);
    expect(
      await lengthsFitOtherFormats([...fast, rawAt('audio/pcm;rate=12000;channels=1')]),
      'spoken at speed 1',
    ).toEqual([]);
    expect(await lengthsFitOtherFormats([wav, as('flac', 14), pcm]), 'no two formats agree').not.toContainEqual(
      expect.objectContaining({ exchange: pcm.id }),
    );
  });
  it.each([
    ['another voice', { voice: 'nova' }],
    ['another speed', { speed: 2 }],
    ['other guidance', { instructions: 'Slowly.' }],
    ['another text', { text: `${text} It sleeps.` }],
    ['the same format', { format: 'wav' }],
    ['few letters', { text: 'The quick brown fox.' }],
  ])('is not compared with one of %s', async (_, other) => {
    expect(await lengthsFitOtherFormats([as('wav', 7), as('opus', 12, other)])).toMatchObject(nothing);
  });
});
