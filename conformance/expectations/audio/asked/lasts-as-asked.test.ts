import { describe, expect, it } from 'vitest';
import type { Mismatch } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { encodeAudio } from '../../../../fixtures/audio/encode.ts';
import { answered } from '../../sample-exchange.testing.ts';
import { lengthsFitRequests } from './lasts-as-asked.ts';
import { withRoomTone, speechExchange, speechAnswer, type SpeechFields } from '../sample-speech.testing.ts';

const sentence = 'The quick brown fox jumps over the lazy dog.';
/** A speech of so many seconds. */
const spoken = (seconds: number, asked: Partial<SpeechFields> = {}): Exchange =>
  speechExchange(seconds, { text: sentence, ...asked });
const bySpeed = lengthsFitRequests('speeds');
const byText = lengthsFitRequests('texts');
const nothing = { inconclusive: 'there are no two speeches to compare' };

describe('the speeches of a run, by their speeds', () => {
  it('keep what was asked where the slower ones last longer, whatever the format', async () => {
    expect(
      await bySpeed([spoken(2.6), spoken(0.7, { speed: 4, format: 'flac' }), spoken(10, { speed: 0.25 })]),
    ).toEqual([]);
  });
  it('do not where one that is a quarter as fast is as long, and name those that have most in common', async () => {
    const [usual, other] = [spoken(2.6), spoken(2.6, { voice: 'nova' })];
    const slow = spoken(2.6, { speed: 0.25, format: 'flac' });
    expect(await bySpeed([other, usual, slow])).toMatchObject([
      {
        subject: `length of alloy as flac at speed 0.25 (${slow.id}) with 35 letters`,
        expected: `more than 1.5 times that of alloy as wav (${usual.id}) with 35 letters, 2.60 s`,
        observed: '2.60 s',
        exchange: slow.id,
      },
    ]);
  });
  it('name the one that is wrong beside several, not each of those', async () => {
    const nova = spoken(2.6, { voice: 'nova', speed: 4 });
    const alloy = spoken(2.4);
    const echo = spoken(2.4, { voice: 'echo' });
    expect(await bySpeed([alloy, nova, echo])).toMatchObject([
      {
        subject: `length of nova as wav at speed 4 (${nova.id}) with 35 letters`,
        expected: `less than that of alloy as wav (${alloy.id}) with 35 letters, 2.40 s`,
        observed: '2.60 s',
        exchange: nova.id,
        restsOn: [alloy.id],
      },
    ]);
  });
  it('says of raw samples, whose rate nobody knows, how long they are at least', async () => {
    const raw = { text: sentence, format: 'pcm' } as const;
    const [slow, fast] = [speechExchange(2, { ...raw, speed: 0.25 }), speechExchange(2, raw)];
    const [mismatch] = (await bySpeed([slow, fast])) as readonly Mismatch[];
    expect([mismatch?.expected, mismatch?.observed]).toEqual([
      expect.stringMatching(/, \d\.\d\d s or more$/),
      expect.stringMatching(/^\d\.\d\d s or more$/),
    ]);
  });
  it('name two of one format where there are such: of two formats nobody sees which is wrong', async () => {
    const [slow, fast] = [spoken(2.6, { speed: 2, format: 'mp3' }), spoken(2.6, { speed: 4, format: 'mp3' })];
    expect(await bySpeed([slow, fast, spoken(1.3, { speed: 2 })])).toMatchObject([
      { subject: `length of alloy as mp3 at speed 2 (${slow.id}) with 35 letters`, exchange: slow.id },
    ]);
    expect(await bySpeed([fast, spoken(1.3, { speed: 2 })])).toHaveLength(1);
  });
  it.each([
    ['at 2 and 4', { speed: 2 }, { speed: 4 }],
    ['at 0.5 and 1', { speed: 0.5 }, {}],
    ['by another voice', { speed: 0.25 }, { voice: 'nova' }],
    ['with instructions', { speed: 0.25, instructions: 'Calmly.' }, {}],
    ['as raw samples', { speed: 0.25, format: 'pcm' }, { format: 'pcm' }],
  ] as const)('are compared %s', async (_, slower, faster) => {
    expect(await bySpeed([spoken(1, slower), spoken(1, faster)])).toHaveLength(1);
    expect(await bySpeed([spoken(1.6, slower), spoken(1, faster)])).toEqual([]);
  });
  it('are compared with silence too, which is found before and after the louder of two alone', async () => {
    const heard = (seconds: number, peak: number, speed: number): Exchange => ({
      ...spoken(1, { speed }),
      response: speechAnswer(withRoomTone({ seconds, peak }, { seconds: 0.6, peak: 0.0075 })).response,
    });
    expect(await bySpeed([heard(1.3, 0.8, 2), heard(0.65, 0.7, 4)])).toEqual([]);
    expect(await bySpeed([heard(1.3, 0.8, 2), heard(1.3, 0.8, 4)])).toHaveLength(1);
    expect(await bySpeed([heard(1.3, 0.7, 2), heard(1.3, 0.7, 4)])).toHaveLength(1);
  });
  it('have to take clearly longer where they are slow, and the same in all else', async () => {
    const [quicker, another] = [spoken(1), spoken(1, { speed: 1, voice: 'nova' })];
    const slower = spoken(1.15, { speed: 0.25 });
    expect(await bySpeed([quicker, another, slower])).toMatchObject([
      { expected: `more than 1.5 times that of alloy as wav (${quicker.id}) with 35 letters, 1.00 s` },
    ]);
    expect(await bySpeed([another, slower])).toEqual([]);
    // An engine that goes no slower than 0.75 fails, while espeak-ng does not, which says 80 words a minute in place of
    // 175.
    expect(await bySpeed([spoken(1), spoken(1.33, { speed: 0.25 })])).toHaveLength(1);
    expect(await bySpeed([spoken(1), spoken(2.19, { speed: 0.25 })])).toEqual([]);
    expect(await bySpeed([spoken(1), spoken(1.25, { speed: 0.5 })])).toEqual([]);
    expect(await bySpeed([spoken(1, {}), spoken(1.15, { speed: 0.55 })])).toEqual(nothing);
    expect(await bySpeed([spoken(1, { speed: 4 }), spoken(1.15, { speed: 1 })])).toEqual([]);
  });
  it.each([
    ['less than twice as fast', { speed: 1.5 }, {}],
    ['both slower than an engine may be', { speed: 0.5 }, { speed: 0.25 }],
    ['by another voice, and only twice as fast', { speed: 2 }, { voice: 'nova' }],
    ['with other guidance, and only twice as fast', { speed: 2 }, { instructions: 'Slowly.' }],
    ['as raw samples and otherwise', { speed: 4, format: 'pcm' }, {}],
    ['of another text', { speed: 4, text: 'Good bye and see you again tomorrow.' }, {}],
    ['of a word', { speed: 4, text: 'Yes.' }, { text: 'Yes.' }],
  ] as const)('are not compared where they are %s', async (_, one, other) => {
    expect(await bySpeed([spoken(3, one), spoken(1, other)])).toEqual(nothing);
  });
});

describe('raw samples', () => {
  const raw = (asked: Partial<SpeechFields>, contentType: string): Exchange => {
    const { id, request } = spoken(1, asked);
    return { ...speechAnswer(encodeAudio('pcm', 'speech', 1), contentType, id), request };
  };
  it('are not compared with those that are said to have another sample rate, as other voices of an engine may', async () => {
    const slow = raw({ speed: 0.25 }, 'audio/L16;rate=8000;channels=1');
    const quick = raw({ speed: 4, voice: 'nova' }, 'audio/L16;rate=24000;channels=2');
    expect(await bySpeed([slow, quick])).toEqual(nothing);
  });
  it('are compared where the same is said of them, in whatever writing', async () => {
    const slow = raw({ speed: 0.25 }, 'audio/L16;rate=8000;channels=1');
    const quick = raw({ speed: 4 }, 'Audio/L16; rate="8000"; channels=1');
    expect(await bySpeed([slow, quick])).toHaveLength(1);
  });
});

describe('the speeches of a run, by their texts', () => {
  const long = `${sentence} `.repeat(10);
  it('keep what was asked where far more to say takes longer', async () => {
    expect(await byText([spoken(2.6), spoken(7.9, { text: `"🎉" ${sentence.repeat(3)}`, format: 'flac' })])).toEqual(
      [],
    );
  });
  it('do not where it takes no longer', async () => {
    const [one, more] = [spoken(2.6), spoken(2.6, { text: `"🎉" ${sentence.repeat(3)}` })];
    expect(await byText([one, more])).toMatchObject([{ exchange: more.id, observed: '2.60 s' }]);
  });
  it('name the long one that is cut, and not a short one that is shorter than others', async () => {
    const short = spoken(1.56, { text: 'The train leaves at nine.' });
    const cut = [spoken(1.44, { text: `${sentence} ${sentence}` }), spoken(0.84, { text: `${sentence} `.repeat(3) })];
    const right = [4, 5].map((times) => spoken(2.6 * times, { text: `${sentence} `.repeat(times) }));
    expect(await byText([short, ...cut, ...right])).toMatchObject(cut.map(({ id }) => ({ exchange: id })));
  });
  it('have to last clearly longer where both are long', async () => {
    const half = spoken(20, { text: long });
    expect(await byText([half, spoken(30, { text: long + long })])).toEqual([]);
    expect(await byText([half, spoken(24, { text: long + long })])).toMatchObject([
      { expected: `more than 1.25 times that of alloy as wav (${half.id}) with 350 letters, 20.00 s` },
    ]);
  });
  it('are not compared with those whose text could take long to say', async () => {
    expect(
      await byText([spoken(9, { text: 'It cost 8,888,888 in all, they say' }), spoken(8, { text: long })]),
    ).toEqual(nothing);
  });
  it('are not judged where there are none, or nobody knows how long they last', async () => {
    expect(await byText([])).toEqual(nothing);
    expect(await byText([{ ...spoken(1), response: answered({ body: '{}' }).response }, spoken(1)])).toEqual(nothing);
  });
});
