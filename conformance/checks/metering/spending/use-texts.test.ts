import { expect, it } from 'vitest';
import { textOfLength } from './use-texts.ts';

const word = 'zqkcrkmjpqhr';

it.each([5, 12, 150, 300, 3_001, 9_001])(
  'a text of %i characters has as many, and says its word or the end of it',
  (length) => {
    const text = textOfLength(word, length);
    expect(text).toHaveLength(length);
    expect(text).toContain(word.slice(-Math.min(length, 12)));
    expect(text).toBe(text.trim());
  },
);
