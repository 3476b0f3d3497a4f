import { expect, it } from 'vitest';
import { speechOf } from '../sample-speech.testing.ts';
import { lastsAsWithoutGuidance } from './lasts-as-without.ts';
import { lastsByItsLetters } from './lasts-by-its-letters.ts';
import { lastsOnce } from './lasts-once.ts';

/** 35 letters. */
const sentence = 'The quick brown fox jumps over the lazy dog. ';
const text = (times: number): string => sentence.repeat(times).trim();
const guided = { instructions: 'Speak warmly.' };
const digits = '4071 8825 1936 5204 7713 9068 2459 3380';

it.each([
  ['once', lastsOnce],
  ['as without guidance', lastsAsWithoutGuidance],
  ['as its digits do', lastsByItsLetters('other letters')],
  ['as its words do', lastsByItsLetters('short prose')],
])('nobody knows whether it lasts %s where all texts last alike', async (_, judge) => {
  const spoken = (seconds: number) => [
    speechOf(1.7, { text: text(1) }),
    speechOf(1.75, { text: digits }),
    speechOf(1.7, { text: text(2) }),
    speechOf(1.75, { text: text(8) }),
    speechOf(1.7, { text: text(8), ...guided }),
    speechOf(seconds, { text: text(40), speed: 2 }),
  ];
  expect(await judge(spoken(1.8))).toMatchObject({
    inconclusive: expect.stringMatching(
      /^what a text lasts tells nothing here of what is spoken: \d+ letters take 1.7\d s, and \d+ take 1\.[78]/,
    ) as unknown,
  });
  expect(await judge(spoken(6))).toEqual([]);
});
