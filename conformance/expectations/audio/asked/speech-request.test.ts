import { describe, expect, it } from 'vitest';
import { answered } from '../../sample-exchange.testing.ts';
import {
  haveOtherWords,
  isPlainProse,
  lettersToSay,
  describeSpeech,
  proseWordsIn,
  speechRequestOf,
} from './speech-request.ts';

const least = { text: 'Hello there.', voice: 'nova' };

describe('what a request for speech asks for', () => {
  it('is read from the request, with what stands for what is absent', () => {
    const absent = { speed: 1, format: 'default', instructions: undefined };
    expect(speechRequestOf(answered({ sent: least }))).toEqual({ ...least, ...absent });
    const all = { ...least, speed: 0.25, format: 'opus', instructions: 'Calmly.' };
    expect(speechRequestOf(answered({ sent: all }))).toEqual(all);
  });
  it.each([
    ['a further member', { ...least, model: 'any' }],
    ['no voice', { text: 'Hello there.' }],
    ['a text that is none', { ...least, text: 42 }],
    ['a speed out of bounds', { ...least, speed: 9 }],
    ['a speed that is none', { ...least, speed: '4' }],
    ['a format that there is not', { ...least, format: 'ogg' }],
    ['instructions that are none', { ...least, instructions: null }],
    ['no object', [least]],
  ])('is nothing with %s', (_, sent) => {
    expect(speechRequestOf(answered({ sent }))).toBeUndefined();
  });
  it.each(['{"text":"a","text":"b","voice":"nova"}', '{"te\\u0078t":"a","voice":"nova"}', '{"text":'])(
    'is nothing where it can be read otherwise: %s',
    (json) => {
      const { request, ...others } = answered();
      expect(speechRequestOf({ ...others, request: { ...request, body: Buffer.from(json) } })).toBeUndefined();
    },
  );
  it('is named in messages by what is not usual', () => {
    const usual = { ...least, speed: 1, format: 'default', instructions: undefined } as const;
    expect(describeSpeech(usual, 'a#1')).toBe('nova (a#1)');
    const all = { ...usual, speed: 4, format: 'pcm', instructions: 'Calmly.' } as const;
    expect(describeSpeech(all, 'a#1')).toBe('nova as pcm at speed 4 with instructions (a#1)');
  });
});

describe('the words of a text', () => {
  it.each([
    ['The quick brown fox.', 4, true],
    ['Öñẹ\u0301, שלום: See you tomorrow.', 3, false],
    ['He said "2 < 3": <not a tag>.', 5, false],
    ['zqeywgbstvxu', 0, false],
    ['a a a a a', 0, false],
    ['XML HTTP', 0, false],
    ['🎉', 0, false],
  ])('%j: %i', (text, words, isPlain) => {
    expect(proseWordsIn(text)).toHaveLength(words);
    expect(isPlainProse(text)).toBe(isPlain);
  });
});

describe('the letters that a text takes to say', () => {
  it.each([
    ['The quick brown fox.', 16],
    ['The quick (and brown) fox.', 19],
    ['("The quick brown fox.")', 16],
    ['4071 88', 12],
    ['Мы пили чай.', 9],
    ['我们喝茶。', 8],
    ['4071.', undefined],
    ['Мы say', undefined],
    ['12345 6', undefined],
    ['🎉', undefined],
  ])('%j: %s', (text, letters) => {
    expect(lettersToSay(text)).toBe(letters);
  });
});

describe('two texts have other words', () => {
  const text = 'Meet me by the lake at nine.';
  it.each([
    ['at the end', 'Meet me by the lake, my old friend.'],
    ['behind all of the other', `${text} Bring him too.`],
    ['at the beginning', 'See you all by the lake at nine.'],
    ['in another order', 'At nine by the lake meet me.'],
    ['in digits', 'Meet me by the lake at 1 8 3.'],
  ])('%s', (_, other) => {
    expect(haveOtherWords(text, other)).toBe(true);
    expect(haveOtherWords(other, text)).toBe(true);
  });
  it.each([
    ['where they are the same', text],
    ['where they differ in marks and capitals', 'meet me by THE lake – at nine!'],
    ['where two of them do', 'Meet me by the sea at ten.'],
    ['where other letters alone do', `你好, שלום: ${text}`],
  ])('not %s', (_, other) => {
    expect(haveOtherWords(text, other)).toBe(false);
  });
});
