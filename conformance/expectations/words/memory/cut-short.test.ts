import { describe, expect, it } from 'vitest';
import { answered } from '../../sample-exchange.testing.ts';
import { isTruncatedReply, mayHaveMaxLength } from './cut-short.ts';

const told = ['zqaaaaaaaaaa', 'zqbbbbbbbbbb', 'zqcccccccccc'] as const;
const [one, two] = told;
const replied = (body: Readonly<Record<string, unknown>>) => answered({ operation: 'chat', body });
const short = replied({ id: 'Here are a hundred letters. '.repeat(4), reply: 'Noted.' });
const long = replied({ id: 's', reply: 'Yes, I have noted that; please tell me more of it if you like.' });

const isCut = (reply: string, ...others: readonly (typeof short)[]): boolean => {
  const answer = replied({ id: 's', reply });
  return isTruncatedReply(answer, told, [...others, answer]);
};

describe('a reply that may have been cut short', () => {
  it('ends within a word that was told, whatever the others are', () => {
    for (const end of [', zqcc', ' zq', ', z', ' and ZQCCCCCCCCC'])
      expect(isCut(`They are ${one}, ${two}${end}`, long)).toBe(true);
  });
  it('ends behind one, with nothing that closes it, and is the longest', () => {
    for (const end of ['', ',', ', and']) {
      expect(isCut(`They are ${one}, ${two}${end}`, short)).toBe(true);
      expect(isCut(`They are ${one}, ${two}${end}`, short, long)).toBe(false);
    }
  });
  it('is none that closes what it says', () => {
    for (const end of ['.', '”.', ' :)', ', and that is all I know.'])
      expect(isCut(`They are ${one}, ${two}${end}`, short)).toBe(false);
  });
  it('may come in parts', () => {
    const parts = (...texts: readonly string[]) => replied({ parts: texts.map((text) => ({ text })) });
    expect(isTruncatedReply(parts(`${one}, `, two, ', zqc'), told, [long])).toBe(true);
    expect(isTruncatedReply(parts(`${one}, `, two, '.'), told, [long])).toBe(false);
  });
});

describe('a reply that quotes what was told', () => {
  const messages = told.map((word) => `Please remember this word: ${word}`);
  const mayBe = (reply: string, ...others: readonly (typeof short)[]): boolean => {
    const answer = replied({ id: 's', reply });
    return mayHaveMaxLength(answer, told, messages, [...others, answer]);
  };
  const said = `You said: "${messages[0]}". "${messages[1]}"`;
  it.each(['. "Please remember this w', '. "Plea', '. "', '. '])(
    'may be no longer where it ends so, and is the longest: %s',
    (end) => {
      expect(mayBe(said + end, short)).toBe(true);
      expect(mayBe(said + end, replied({ id: 's', reply: 'All of that. '.repeat(20) }))).toBe(false);
    },
  );
  it.each(['', '.', '. I know no more.'])('came to its end with %s', (end) => {
    expect(mayBe(said + end, short)).toBe(false);
  });
});
