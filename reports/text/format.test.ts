import { expect, it } from 'vitest';
import { ellipsize, capitalized, durationText, spendText } from './format.ts';

it('says amounts and times as a person would', () => {
  expect(spendText({ credits: 1, chats: 1, speeches: 0 })).toBe('1 credit (1 chat, 0 speeches)');
  expect([0.42, 12, 999.96, 1250, 59_994, 59_996, 185_000].map(durationText)).toEqual([
    '0.4 ms',
    '12 ms',
    '1 s',
    '1.25 s',
    '59.99 s',
    '1 min 0 s',
    '3 min 5 s',
  ]);
});

it('cuts a text behind a whole word, where that leaves enough of it', () => {
  expect(ellipsize('one two three', 13)).toBe('one two three');
  expect(ellipsize('one two three', 11)).toBe('one two…');
  expect(ellipsize('one two three', 8)).toBe('one two…');
  expect(ellipsize('a longwordwithoutanend', 10)).toBe('a longwor…');
  expect(ellipsize('🙂🙂🙂', 2)).toBe('🙂…');
});

it('a sentence begins with a capital letter, whatever it begins with', () => {
  expect(['step 2', '5/s', ''].map(capitalized)).toEqual(['Step 2', '5/s', '']);
});
