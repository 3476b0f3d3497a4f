import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../model/exchange.ts';
import { inRoom, speechOf, spokenAs, type SpeechSent } from '../sample-speech.testing.ts';
import { lastAlikeInEveryFormat } from './lasts-alike.ts';

const long = 'The quick brown fox jumps over the lazy dog, and then it runs home. '.repeat(5);
const spoken = (seconds: number, asked: Partial<SpeechSent> = {}): Exchange =>
  speechOf(seconds, { text: long, ...asked });
const nothing = { inconclusive: 'there are no two speeches to compare', isUnspecified: true };

describe('a long text', () => {
  it('lasts alike in formats that differ by less than a voice does', async () => {
    const all = [spoken(4), spoken(4.4, { format: 'mp3' }), spoken(3.7, { format: 'flac' })];
    expect(await lastAlikeInEveryFormat(all)).toEqual([]);
  });
  it('does not in the one that is far shorter, or longer, than the others', async () => {
    const others = [spoken(4, { format: 'mp3' }), spoken(4, { format: 'flac' })];
    for (const seconds of [3, 5.4]) {
      const odd = spoken(seconds);
      expect(await lastAlikeInEveryFormat([odd, ...others])).toMatchObject([
        { subject: `length of alloy as wav (${odd.id}) with 260 letters`, exchange: odd.id },
      ]);
    }
  });
  it('does not of two where one is far shorter', async () => {
    expect(await lastAlikeInEveryFormat([spoken(3), spoken(4, { format: 'mp3' })])).toHaveLength(1);
  });
  it('is told by the text with the most formats, where one sees which is the odd one', async () => {
    const voice = 'nova';
    const odd = spoken(3, { voice, format: 'flac' });
    const ofThree = [spoken(4, { voice, format: 'mp3' }), odd, spoken(4, { voice })];
    const ofTwo = [spoken(4, { format: 'mp3' }), spoken(3, { format: 'flac' })];
    expect(await lastAlikeInEveryFormat([...ofTwo, ...ofThree])).toMatchObject([{ exchange: odd.id }]);
  });
  it('may have silence before and after it in one of them', async () => {
    const quiet = inRoom({ seconds: 4, peak: 0.5 }, { seconds: 2, peak: 0 });
    const padded = { ...spokenAs(quiet, 'audio/wav', 'padded#1'), request: spoken(4).request };
    expect(await lastAlikeInEveryFormat([padded, spoken(4, { format: 'mp3' })])).toEqual([]);
  });
  it.each([
    ['with another voice', spoken(3, { voice: 'nova' })],
    ['with another speed', spoken(3, { speed: 2 })],
    ['with guidance', spoken(3, { instructions: 'Calmly.' })],
    ['as raw samples', spoken(3, { format: 'pcm' })],
    ['that is another one', spoken(3, { text: `${long} And so on.` })],
  ])('is not compared with one %s', async (_, other) => {
    expect(await lastAlikeInEveryFormat([other, spoken(4, { format: 'mp3' })])).toEqual(nothing);
  });
  it('is long: of a few words each voice makes what it likes', async () => {
    const short = { text: 'The quick brown fox jumps over the lazy dog.' };
    const both = [spoken(1, short), spoken(4, { ...short, format: 'mp3' })];
    expect(await lastAlikeInEveryFormat(both)).toEqual(nothing);
  });
});
