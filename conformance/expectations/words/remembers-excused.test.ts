import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { remembersItsWord, remembersThroughout, remembersToTheEnd } from './remembers.ts';

const word = 'zqabcdefghij';
const told = answered({ operation: 'chat', sent: { message: `Remember ${word}` } });
const knows = answered({ operation: 'chat', body: { reply: `It was ${word.toUpperCase()}.` }, id: 'chat#2' });
const forgets = answered({ operation: 'chat', body: { reply: 'No idea.' }, id: 'chat#3' });

describe('an answer without the word', () => {
  it('is not judged without a word of its question, which those with the word repeat', () => {
    const message = 'Which words?';
    const asked = (reply: string) => answered({ operation: 'chat', sent: { message }, body: { reply }, id: 'chat#5' });
    const declines = asked('Sorry, I cannot help with that.');
    const echoes = asked(`You said: ${message} Before that: ${word}`);
    const lost = asked(`You said: ${message} Before that: nothing`);
    expect(
      remembersThroughout([told, declines, echoes, declines, echoes, declines].map((each) => ({ ...each }))),
    ).toEqual({
      inconclusive:
        'the bot declined some of the questions, and knew the word in its other answers: how often it was forgotten cannot be told',
    });
    expect(remembersThroughout([told, lost, lost, echoes].map((each) => ({ ...each })))).toHaveLength(2);
    expect(remembersThroughout([told, declines, lost, echoes].map((each) => ({ ...each })))).toHaveLength(2);
    expect(remembersThroughout([told, declines, declines, knows].map((each) => ({ ...each })))).toHaveLength(2);
  });
  it('is not judged where it misspells the word', () => {
    const near = answered({ operation: 'chat', body: { reply: 'It was zqabcedfghij.' }, id: 'chat#6' });
    const inconclusive = `the reply to chat#6 says zqabcedfghij, nearly the word ${word}: the bot may misspell it`;
    expect(remembersThroughout([told, near, knows, near].map((each) => ({ ...each })))).toEqual({ inconclusive });
    expect(remembersItsWord([told, near])).toEqual({ inconclusive });
    expect(remembersToTheEnd([told, knows, near])).toEqual({ inconclusive });
    expect(remembersThroughout([told, near, forgets, knows])).toHaveLength(2);
  });
});
