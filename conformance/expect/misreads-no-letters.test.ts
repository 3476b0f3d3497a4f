import { describe, expect, it } from 'vitest';
import { misreadsNoLetters } from './misreads-no-letters.ts';
import { answered } from './sample-exchange.testing.ts';

const replied = (text: string) =>
  answered({ operation: 'chat', sent: { message: 'Repeat: é ß' }, body: { reply: text } });

describe('misreadsNoLetters', () => {
  it('takes the letters themselves, and a bot that repeats none', () => {
    expect(misreadsNoLetters([replied('You said: é ß')])).toEqual([]);
    expect(misreadsNoLetters([replied('I would rather not.')])).toEqual([]);
    expect(misreadsNoLetters([replied('With Ã alone nothing is shown.')])).toEqual([]);
  });
  it.each([
    ['You said: Ã© Ã\u009f', 'é', 'Ã©'],
    ['You said: ÃŸ', 'ß', 'ÃŸ'],
    ['You said: Ã\u009f', 'ß', 'Ã\u009f'],
  ])('shows a letter that was read byte by byte: %s', (text, letter, wrong) => {
    expect(misreadsNoLetters([replied(text)])).toEqual([
      {
        aspect: 'reply',
        expected: `the letter ${letter} as it was sent`,
        observed: `${JSON.stringify(wrong)}, its UTF-8 bytes read as another encoding`,
        per: 'RFC 8259 8.1',
      },
    ]);
  });
});
