import { expect, it } from 'vitest';
import type { Exchange } from '../../../model/exchange.ts';
import { speechExchange, type SpeechFields } from '../sample-speech.testing.ts';
import { lengthIgnoresGuidance } from './lasts-as-without.ts';

const text = 'The quick brown fox jumps over the lazy dog. '.repeat(8).trim();
const guided = { instructions: 'Speak warmly.' };

/** A speech of so many seconds. */
const spoken = (seconds: number, asked: Partial<SpeechFields> = {}): Exchange =>
  speechExchange(seconds, { text, ...asked });

it.each([6.1, 10, 20.9])('takes guided %s s of what takes 10 to 12 s without', async (seconds) => {
  expect(await lengthIgnoresGuidance([spoken(10), spoken(12), spoken(seconds, guided)])).toEqual([]);
});

it.each([
  [5.9, 'at least 6.00 s', 10],
  [21.1, 'at most 21.00 s', 12],
])('does not take guided %s s of it', async (seconds, bound, by) => {
  const [quick, slow, other] = [spoken(10), spoken(12), spoken(seconds, guided)];
  const base = by === 10 ? quick : slow;
  expect(await lengthIgnoresGuidance([slow, quick, other])).toEqual([
    {
      subject: `length of alloy as wav with instructions (${other.id}), which has 280 letters to say`,
      kind: { is: 'length', subject: 'length' },
      expected: `${bound}, going by alloy as wav (${base.id}), which says 280 letters in ${by.toFixed(2)} s`,
      observed: `${seconds.toFixed(2)} s`,
      exchange: other.id,
      restsOn: [base.id],
    },
  ]);
});

it.each([
  ['by another voice', { voice: 'nova' }],
  ['at another speed', { speed: 2 }],
  ['of another text', { text: `${text} ${text}` }],
  ['as raw samples', { format: 'pcm' }],
  ['with guidance', guided],
  ['of few words', { text: 'Good bye.' }],
] as const)('does not compare it with a speech %s', async (_, asked) => {
  expect(await lengthIgnoresGuidance([spoken(30, asked), spoken(3, guided)])).toEqual({
    inconclusive: 'there are no two speeches to compare',
    isUnspecified: true,
  });
});
