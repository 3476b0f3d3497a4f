import { expect, it } from 'vitest';
import { plainSpelling, type Input, type Request } from '../inputs/request.ts';
import { characterKindsOf } from './letters.ts';
import { withoutKnownDefect } from './without-known-defect.ts';

const chat = (text: string, more: Partial<Request> = {}): Input => [
  { operation: 'chat', members: [['message', { text }]], spelling: plainSpelling, ...more },
];
const led = (text: string): Input => chat(text, { spelling: { ...plainSpelling, blanks: [{ at: 0, blank: ' ' }] } });
const shown = (input: Input, says?: string) => ({
  input,
  kind: Array.from(says === undefined ? '' : JSON.stringify(input))
    .flatMap(characterKindsOf)
    .find(({ kind }) => kind.label === says)?.kind,
});

it('takes what is unusual in a known input out of another one, and nothing else', () => {
  expect(withoutKnownDefect(led('b\u00a0c'), shown(led('a')))).toEqual(chat('b\u00a0c'));
  expect(withoutKnownDefect(led('b\u00a0c'), shown(chat('a\u00a0')))).toEqual(led('bc'));
  expect(withoutKnownDefect(chat('b'.repeat(2_000)), shown(chat('a'.repeat(1_024))))).toEqual(chat('b'.repeat(1_023)));
});

it('gives an input back as it is that has nothing of it', () => {
  for (const input of [chat('b'), chat('b\u200d')]) expect(withoutKnownDefect(input, shown(led('a')))).toBe(input);
  const other = chat('b\u200d');
  expect(withoutKnownDefect(other, shown(chat('a\u00a0')))).toBe(other);
});

it('takes out all letters of a kind where the service fails by each', () => {
  expect(withoutKnownDefect(chat('b👋🎉'), shown(chat('a👋')))).toEqual(chat('b🎉'));
  expect(withoutKnownDefect(chat('b👋🎉'), shown(chat('a👋'), 'a character beyond U+FFFF'))).toEqual(chat('b'));
  const fromRight = shown(chat('aר'), 'a letter that is written from right to left');
  expect(withoutKnownDefect(chat('bé٣لג'), fromRight)).toEqual(chat('bé'));
});

it('takes out what only several values together show where all of them are there', () => {
  const speech = (voice: string, format: string): Input => [
    {
      operation: 'speech',
      members: [
        ['text', { text: 'a' }],
        ['voice', { text: voice }],
        ['format', { text: format }],
      ],
      spelling: plainSpelling,
    },
  ];
  const both = shown(speech('onyx', 'opus'));
  expect(withoutKnownDefect(speech('onyx', 'opus'), both)).toEqual([
    {
      operation: 'speech',
      members: [
        ['text', { text: 'a' }],
        ['voice', { text: 'alloy' }],
      ],
      spelling: plainSpelling,
    },
  ]);
  const half = speech('onyx', 'wav');
  expect(withoutKnownDefect(half, both)).toBe(half);
});

it('leaves nothing to ask of an input that deviates alike, or where the plainest fails', () => {
  const deep = (levels: number) => chat('a', { deviation: { is: 'deep', name: 'a', open: '[', levels } });
  expect(withoutKnownDefect(deep(256), shown(deep(100)))).toBe('deviation');
  expect(withoutKnownDefect(chat('b'), shown(chat('a')))).toBe('deviation');
});
