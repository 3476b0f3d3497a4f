import { describe, expect, it } from 'vitest';
import { maskText } from './secrets.ts';

const masked = (text: string, secret: string): string => maskText(text, [['${ASSAY_TOKEN}', secret]]);

describe('letters that stand apart', () => {
  it.each([
    ['words of other lengths', 'This is a test of ours, and yours too', 'thisisatestofours'],
    ['words with signs', 'to be or not to be', 'to-be-or-not-to-be'],
    ['longer words', 'customer support bots', 'customersupportbots'],
    ['a list of numbers', '[12, 34, 56, 78, 90, 12, 34]', 'sk-1234567890abcdef'],
    ['eleven letters', 'a b c 1 d e f 2 g h i', 'abc1def2ghi3jkl4'],
    ['a paragraph away', `abc1 def2${' '.repeat(60)}ghi3 jkl4`, 'abc1def2ghi3jkl4'],
  ])('are no secret: %s', (_, text, secret) => expect(masked(text, secret)).toBe(text));
  it.each([
    ['one by one', 't h i s i s a t e s t o f', 'thisisatestofours', '* * * * * * * * * * * * *'],
    ['by threes', 'thi sis ate sto fou rs', 'thisisatestofours', '*** *** *** *** *** **'],
    ['as it comes', 'abc1 d ef 2gh i3jk', 'abc1def2ghi3jkl4', '**** * ** *** ****'],
    ['as a list', '["a","b1","c2","d","3ef","4g","h5"]', 'ab1c2d3ef4gh5', '["*","**","**","*","***","**","**"]'],
  ])('are one: %s', (_, text, secret, expected) => expect(masked(text, secret)).toBe(expected));
});
