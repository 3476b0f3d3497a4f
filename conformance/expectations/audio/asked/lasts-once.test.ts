import { describe, expect, it } from 'vitest';
import { speechExchange } from '../sample-speech.testing.ts';
import { isSpokenOnce } from './lasts-once.ts';

/** 35 letters. */
const sentence = 'The quick brown fox jumps over the lazy dog. ';
const short = sentence.repeat(8).trim();
const long = sentence.repeat(16).trim();

const nothing = { inconclusive: 'there are no two speeches to compare' };

describe('lastsOnce', () => {
  it('takes a long text that takes up to three quarters more a letter than the slowest shorter one', async () => {
    expect(
      await isSpokenOnce([
        speechExchange(4, { text: short }),
        speechExchange(3, { text: short }),
        speechExchange(14, { text: long }),
      ]),
    ).toEqual([]);
  });
  it('finds one that lasts as if it were said twice', async () => {
    const [one, twice] = [speechExchange(4, { text: short }), speechExchange(16, { text: long })];
    expect(await isSpokenOnce([one, twice])).toEqual([
      {
        subject: `length of alloy as wav (${twice.id}), which has 560 letters to say`,
        kind: { is: 'length', subject: 'length' },
        expected: `at most 14.00 s, going by alloy as wav (${one.id}), which says 280 letters in 4.00 s`,
        observed: '16.00 s',
        exchange: twice.id,
        restsOn: [one.id],
      },
    ]);
  });
  it('finds one that is said at another speed than was asked for', async () => {
    const judgement = await isSpokenOnce([
      speechExchange(4, { text: short }),
      speechExchange(8, { text: long, speed: 2 }),
    ]);
    expect(judgement).toMatchObject([{ expected: expect.stringMatching(/^at most 7.00 s/) as unknown }]);
  });
  it.each([
    ['by another voice', { text: short, voice: 'nova' }],
    ['at a far lower speed', { text: short, speed: 0.25 }],
    ['of raw samples', { text: short, format: 'pcm' as const }],
    ['of few words', { text: sentence }],
    ['hardly shorter', { text: sentence.repeat(9).trim() }],
  ])('does not compare it with a speech %s', async (_, asked) => {
    expect(await isSpokenOnce([speechExchange(1, asked), speechExchange(16, { text: long })])).toMatchObject(nothing);
  });
  it('needs two', async () => {
    expect(await isSpokenOnce([])).toEqual(nothing);
  });
});
