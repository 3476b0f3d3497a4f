import { expect, it } from 'vitest';
import { speechExchange } from '../sample-speech.testing.ts';
import { lengthIgnoresGuidance } from './lasts-as-without.ts';
import { lengthFitsLetters } from './lasts-by-its-letters.ts';
import { isSpokenOnce } from './lasts-once.ts';

/** 35 letters. */
const sentence = 'The quick brown fox jumps over the lazy dog. ';
const text = (times: number): string => sentence.repeat(times).trim();
const guided = { instructions: 'Speak warmly.' };
const digits = '4071 8825 1936 5204 7713 9068 2459 3380';

it.each([
  ['once', isSpokenOnce],
  ['as without guidance', lengthIgnoresGuidance],
  ['as its digits do', lengthFitsLetters('other letters')],
  ['as its words do', lengthFitsLetters('short prose')],
])('nobody knows whether it lasts %s where all texts last alike', async (_, judge) => {
  const spoken = (seconds: number) => [
    speechExchange(1.7, { text: text(1) }),
    speechExchange(1.75, { text: digits }),
    speechExchange(1.7, { text: text(2) }),
    speechExchange(1.75, { text: text(8) }),
    speechExchange(1.7, { text: text(8), ...guided }),
    speechExchange(seconds, { text: text(40), speed: 2 }),
  ];
  expect(await judge(spoken(1.8))).toMatchObject({
    inconclusive: expect.stringMatching(
      /^what a text lasts tells nothing here of what is spoken: \d+ letters take 1.7\d s, and \d+ take 1\.[78]/,
    ) as unknown,
  });
  expect(await judge(spoken(6))).toEqual([]);
});
