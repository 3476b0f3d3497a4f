import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { remembersItsWord, remembersThroughout } from './remembers.ts';
import { remembersToTheEnd } from './memory/to-the-end.ts';

const word = 'zqabcdefghij';
const told = answered({ operation: 'chat', sent: { message: `Remember ${word}` } });
const knows = answered({ operation: 'chat', body: { reply: `It was ${word.toUpperCase()}.` }, id: 'chat#2' });
const forgets = answered({ operation: 'chat', body: { reply: 'No idea.' }, id: 'chat#3' });

describe('an answer without the word', () => {
  const message = 'Which words?';
  const asked = (reply: string, status = 200) =>
    answered({ operation: 'chat', sent: { message, sessionId: 's' }, status, body: { reply }, id: 'chat#5' });
  const first = (reply: string) =>
    answered({ operation: 'chat', sent: { message: `Remember ${word}` }, body: { reply }, id: 'chat#1' });
  const begun = first(`You said: Remember ${word}`);
  const declines = asked('Sorry, I cannot help with that.');
  const echoes = asked(`You said: ${message} Before that: ${word}`);
  const lost = asked(`You said: ${message} Before that: nothing`);
  const kinds = { K: echoes, F: declines, L: lost, N: asked('No such session', 404) };
  const judged = (turns: string, start = begun) =>
    remembersThroughout([start, ...[...turns].map((kind) => ({ ...kinds[kind as keyof typeof kinds] }))]);
  it.each(['FKFKKFKFK', 'KFFKFKFK', 'KKFFKFKFK'])(
    'is not judged where the bot may have declined now and then: %s',
    (turns) => {
      expect(judged(turns)).toEqual({
        inconclusive:
          'the bot declined some of the questions, and knew the word in its other answers: how often it was forgotten cannot be told',
      });
    },
  );
  it.each([
    ['repeats its question', 'LLK', 2],
    ['repeats its question once', 'FFLFKK', 4],
    ['is no answer', 'NKKNKNKNK', 4],
    ['comes each other time', 'KFKFKFKFK', 4],
    ['comes most of the times', 'FFKFFK', 4],
  ])('is a failure where it %s', (_, turns, failures) => {
    expect(judged(turns)).toHaveLength(failures);
  });
  it('is a failure where the session began as it does, without a word of the message', () => {
    expect(judged('FKFKKFKFK', first('Hello, I am Ada.'))).toHaveLength(4);
    expect(remembersThroughout([told, { ...declines }, { ...declines }, knows])).toHaveLength(2);
  });
  it('is none where it misspells the word: it was remembered', () => {
    const near = answered({ operation: 'chat', body: { reply: 'It was zqabcedfghij.' }, id: 'chat#6' });
    const part = answered({ operation: 'chat', body: { reply: `It was ${word.slice(0, 10)}.` }, id: 'chat#7' });
    const cut = answered({ operation: 'chat', body: { reply: `It was ${word.slice(0, 9)}.` }, id: 'chat#8' });
    expect(remembersThroughout([told, near, knows, part].map((each) => ({ ...each })))).toEqual([]);
    expect(remembersItsWord([told, near])).toEqual([]);
    expect(remembersItsWord([told, part])).toEqual([]);
    expect(remembersItsWord([told, cut])).toHaveLength(1);
    expect(remembersToTheEnd([told, knows, near])).toEqual([]);
    expect(remembersThroughout([told, near, forgets, knows])).toHaveLength(1);
  });
});
