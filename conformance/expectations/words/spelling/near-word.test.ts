import { describe, expect, it } from 'vitest';
import { nearWordIn } from './near-word.ts';

const word = 'zqabcdefghij';

describe('nearWordIn', () => {
  it.each(['zqabcedfghij', 'zqabcdefghix', 'zqabcdefgij', 'zqabcddefghij', 'qzabcdefghij'])(
    'finds %s, which is the word with a letter or two otherwise',
    (near) => {
      expect(nearWordIn(['Well.', `It was ${near.toUpperCase()}.`], word)).toBe(near);
    },
  );
  it.each([word, 'zqabcdefgh', 'qabcdefghij', 'zqabc', 'zqxxxdefghij', 'zqklmnopqrst', 'no idea', ''])(
    'takes %j for the word, for something else, or for a part that was cut off',
    (other) => {
      expect(nearWordIn([`It was ${other}.`], word)).toBeUndefined();
    },
  );
});
