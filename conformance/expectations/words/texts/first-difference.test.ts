import { describe, expect, it } from 'vitest';
import { firstDifference } from './first-difference.ts';

const message = 'Hello! What can you do?';

describe('the first place where a text differs from the message that it should say', () => {
  it.each([
    ['lacks the end', ['You said: Hello! What can you '], 'nothing after "Hello! What can you", in the place of "do?"'],
    ['lacks a piece', ['hello! Whatyou do?'], '"you do?" after "Hello! What", in the place of "can you do?"'],
    [
      'has marks between its pieces',
      ['{"text":"Hello! What"}\n{"text":" can you do?"}'],
      '"\\"}\\n{\\"text\\":\\" can you…" after "Hello! What", in the place of "can you do?"',
    ],
  ])('is shown where it %s', (_, texts, shown) => {
    expect(firstDifference(texts, message)).toBe(shown);
  });
  it('is that of the text that says most of it, and of a long one the letters nearby are shown', () => {
    const long = `${message} ${message} ${message}`;
    expect(firstDifference(['Hello!', `You said: ${message} ${message}`, 'Hello! What'], long)).toBe(
      'nothing after "…ou do? Hello! What can you do?", in the place of "Hello! What can you …"',
    );
  });
  it('is nowhere in a text that says something else', () => {
    expect(firstDifference(['Well.', ''], message)).toBeUndefined();
  });
});
