import { describe, expect, it } from 'vitest';
import type { Exchange } from '../core/exchange.ts';
import { neverMixed, repeatsItsOwn } from './never-mixed.ts';
import {
  asksWorthRepeating,
  knowsNothingOfElsewhere,
  memoryShown,
  remembersThroughout,
  remembersToTheEnd,
} from './remembers.ts';
import { answered } from './sample-exchange.testing.ts';

function streamed(body: string): Exchange {
  return answered({ headers: [['Content-Type', 'text/event-stream']], body, operation: 'stream' });
}

const word = 'zqabcdefghij';
const told = answered({ operation: 'chat', sent: { message: `Remember ${word}` } });
const knows = answered({ operation: 'chat', body: { reply: `It was ${word.toUpperCase()}.` }, id: 'chat#2' });
const forgets = answered({ operation: 'chat', body: { reply: 'No idea.' }, id: 'chat#3' });

describe('remembersThroughout', () => {
  it('takes a reply that is a list of parts, cut within the word', () => {
    const parts = answered({
      operation: 'chat',
      body: { answer: [{ text: `It was ${word.slice(0, 5)}` }, { text: `${word.slice(5)}.` }] },
    });
    expect(remembersThroughout([told, parts, knows])).toEqual([]);
  });
  it('takes a bot that knows the word in every turn, also cut into pieces of a stream', () => {
    const pieces = [...word].map((letter) => `data: {"delta":{"text":"${letter}"}}\n\n`).join('');
    expect(remembersThroughout([told, knows, streamed(pieces)])).toEqual([]);
  });
  it('sees that one turn forgot', () => {
    expect(remembersThroughout([told, knows, forgets])).toEqual([
      {
        aspect: 'memory',
        expected: `the word ${word}, which it still knew in another turn`,
        observed: 'chat#3 without it',
      },
    ]);
  });
  it('takes one that says it twice more when it is asked again, and not one that forgets again', () => {
    expect(remembersThroughout([told, forgets, knows, knows])).toEqual([]);
    expect(remembersThroughout([told, forgets, knows, forgets])).toHaveLength(2);
  });
  it('judges what streams forgot only where a word was read in one', () => {
    const silent = streamed('data: 0:"No idea."\n\n');
    expect(remembersThroughout([told, knows, silent])).toEqual({
      unjudged: 'no word could be read in a stream of this bot',
    });
    expect(remembersThroughout([told, knows, streamed(`data: ${word}\n\n`), silent, silent])).toHaveLength(2);
  });
  it('does not judge a bot that shows no memory', () => {
    expect(remembersThroughout([told, forgets, forgets])).toEqual({
      unjudged: 'the bot showed no memory of what it was told',
    });
    for (const seen of [[forgets], [told], [forgets, forgets], []])
      expect(remembersThroughout(seen)).toEqual({ unjudged: 'nothing was told to be remembered' });
  });
});

describe('asksWorthRepeating', () => {
  const streamedAs = (reply: string) => streamed(`data: ${reply}\n\n`);
  it('are those by which one question of several came to nothing', () => {
    expect(asksWorthRepeating([told, knows, streamedAs('No idea.')])).toEqual(['stream']);
    expect(asksWorthRepeating([told, forgets, knows])).toEqual(['chat']);
    expect(asksWorthRepeating([told, forgets, knows, knows])).toEqual([]);
  });
  it('are none where it is plain, or where nothing is remembered at all', () => {
    for (const seen of [[told, knows, knows], [told, knows, forgets, forgets], [told, forgets], [told]])
      expect(asksWorthRepeating(seen)).toEqual([]);
  });
});

describe('remembersToTheEnd', () => {
  it('takes a last turn that knows the word', () => {
    expect(remembersToTheEnd([told, forgets, knows])).toEqual([]);
  });
  it('sees that the last turn forgot', () => {
    expect(remembersToTheEnd([told, knows, forgets])).toEqual([
      { aspect: 'memory', expected: `the word ${word}, told 2 turns before`, observed: 'chat#3 without it' },
    ]);
  });
  it('does not judge where nothing was told', () => {
    expect(remembersToTheEnd([])).toEqual({ unjudged: 'nothing was told to be remembered' });
  });
});

describe('a memory, as a control', () => {
  it('is shown by a reply of that operation', () => {
    expect(memoryShown('chat').shownIn([told, forgets, knows])).toEqual({ by: [knows] });
  });
  it('is shown by no other, and by nobody who was told the word himself', () => {
    const because = (by: string) =>
      `the bot showed no memory in a ${by} of what it was told, so that nothing could be seen to leak: --bot names one that does`;
    expect(memoryShown('stream').shownIn([told, knows])).toEqual({ because: because('stream') });
    const repeats = answered({ operation: 'chat', sent: { message: word }, body: { reply: word } });
    expect(memoryShown('chat').shownIn([repeats, forgets])).toEqual({ because: because('chat') });
  });
});

describe('knowsNothingOfElsewhere', () => {
  it('takes an answer without the word', () => {
    expect(knowsNothingOfElsewhere([told, forgets])).toEqual([]);
    expect(knowsNothingOfElsewhere([told, knows, forgets])).toEqual([]);
  });
  it('sees the word', () => {
    expect(knowsNothingOfElsewhere([told, knows])).toEqual([
      { aspect: 'isolation', expected: `nothing of ${word}, told in another conversation`, observed: 'chat#2 says it' },
    ]);
  });
  it('does not judge where nothing was told', () => {
    expect(knowsNothingOfElsewhere([forgets])).toEqual({ unjudged: 'nothing was told that could leak' });
  });
});

describe('neverMixed', () => {
  const left = answered({ id: 'left', sent: { message: 'zqaaaaaaaaaa' }, body: { reply: 'zqaaaaaaaaaa' } });
  it('takes replies that keep to their own word', () => {
    const right = answered({ id: 'right', sent: { message: 'zqbbbbbbbbbb' }, body: { reply: 'zqbbbbbbbbbb' } });
    expect(neverMixed([left, right])).toEqual([]);
  });
  it('have as a control that each operation repeats a word of its own', () => {
    const deaf = { ...left, operation: 'stream', response: forgets.response } as const;
    const because =
      'the bot did not repeat what it was asked to repeat, so that nothing could be seen to mix: --bot names one that does';
    expect(repeatsItsOwn.shownIn([left])).toEqual({ by: [left] });
    expect(repeatsItsOwn.shownIn([left, deaf])).toEqual({ because });
    expect(repeatsItsOwn.shownIn([])).toEqual({ because });
  });
  it("sees another's word", () => {
    const right = answered({ id: 'right', sent: { message: 'zqbbbbbbbbbb' }, body: { reply: 'zqaaaaaaaaaa' } });
    expect(neverMixed([left, right])).toEqual([
      {
        aspect: 'reply',
        expected: 'only what was asked in its own request',
        observed: 'right says zqaaaaaaaaaa of left',
      },
    ]);
  });
});
