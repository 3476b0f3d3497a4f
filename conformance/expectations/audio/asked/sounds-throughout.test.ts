import { describe, expect, it } from 'vitest';
import { wavOf } from '../../../../fixtures/audio/pcm.ts';
import { sampleRate, samplesOf } from '../../../../fixtures/audio/waveform.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { speechAnswer, speechExchange, type SpeechFields } from '../sample-speech.testing.ts';
import { hasNoLongSilence } from './sounds-throughout.ts';

/** 210 letters. */
const text = Array.from({ length: 6 }, () => 'The quick brown fox jumps over the lazy dog.').join(' ');

/** Speech of this many seconds, with silence between the two given seconds. */
function silent(seconds: number, from: number, to: number, asked: Partial<SpeechFields> = {}): Exchange {
  const samples = samplesOf('speech', seconds * sampleRate).fill(0, from * sampleRate, to * sampleRate);
  const { id, request } = speechExchange(0.1, { text, ...asked });
  return { ...speechAnswer(wavOf(samples), 'audio/wav', id), request };
}

const none = { inconclusive: 'there are no two speeches of many sentences to listen to', isUnspecified: true };

describe('soundsThroughout', () => {
  it('takes pauses', async () => {
    expect(await hasNoLongSilence([silent(12, 4, 6.4), silent(9, 3, 5.4)])).toEqual([]);
  });
  it('takes a long pause that is a small part of the whole, and silence at the ends', async () => {
    expect(await hasNoLongSilence([silent(12, 4, 6.9), silent(12, 0, 4), silent(12, 8, 12)])).toEqual([]);
  });
  it('shows silence in the place of a large part', async () => {
    const [one, other] = [silent(12, 4, 8), silent(9, 3, 6)];
    expect(await hasNoLongSilence([one, silent(12, 0, 0), other])).toEqual([
      {
        subject: `longest silence within alloy as wav (${one.id})`,
        kind: { is: 'length', subject: 'silence' },
        expected: 'at most 2.5 s, or a quarter of the audio',
        observed: '4.00 of 12.00 s',
        exchange: one.id,
      },
      expect.objectContaining({ observed: '3.00 of 9.00 s', exchange: other.id }),
    ]);
  });
  it('takes one that fell silent alone', async () => {
    expect(await hasNoLongSilence([silent(12, 4, 8), silent(12, 0, 0)])).toEqual([]);
  });
  it.each([
    ['slow speech', { speed: 0.9 }],
    ['guided speech', { instructions: 'Pause often.' }],
    ['several lines', { text: text.replaceAll('. ', '.\n') }],
    ['a few letters', { text: text.slice(0, 200) }],
    ['codes', { text: `${text} 4071` }],
  ])('does not listen to %s', async (_, asked) => {
    expect(await hasNoLongSilence([silent(12, 4, 8, asked), silent(12, 4, 8, asked)])).toEqual(none);
  });
  it('listens to what is quick', async () => {
    expect(await hasNoLongSilence([silent(12, 4, 8, { speed: 1 }), silent(12, 4, 8, { speed: 4 })])).toHaveLength(2);
  });
  it('needs two that decode', async () => {
    expect(await hasNoLongSilence([])).toEqual({ inconclusive: none.inconclusive });
    const broken = { ...speechAnswer('', 'audio/wav'), request: silent(1, 0, 0).request };
    expect(await hasNoLongSilence([silent(12, 4, 8), broken])).toEqual(none);
  });
});
