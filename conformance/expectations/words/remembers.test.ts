import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../model/exchange.ts';
import {
  operationsToAskAgain,
  leaksNoWordOfElsewhere,
  isForgotten,
  remembersItsWord,
  describeMissingWord,
  remembersThroughout,
  countRecalledWords,
} from './remembers.ts';
import { memoryShown, noMemoryInStreams } from './memory/memory-shown.ts';
import { answered } from '../sample-exchange.testing.ts';

function streamed(body: string): Exchange {
  return answered({ headers: [['Content-Type', 'text/event-stream']], body, operation: 'stream' });
}

const word = 'zqabcdefghij';
const told = answered({ operation: 'chat', sent: { message: `Remember ${word}` } });
const another = 'zqklmnopqrst';
const alsoTold = answered({ operation: 'chat', sent: { message: `And ${another}` } });
const hello = answered({ operation: 'chat', body: { reply: 'Hello!' } });
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
  it('sees that one turn forgot what was told as few turns before', () => {
    expect(remembersThroughout([told, knows, alsoTold, forgets])).toEqual([
      {
        subject: 'memory',
        expected: `the word ${another}, as it knew one in another turn`,
        observed: 'the reply to chat#3 lacks it',
        exchange: 'chat#3',
      },
    ]);
  });
  it('says what came where there was no reply, and takes it for a word that was forgotten', () => {
    const refused = answered({ ...forgets, id: 'chat#3', status: 404, body: { error: { code: 'no_session' } } });
    expect(describeMissingWord(refused)).toEqual({
      observed: 'no reply to chat#3: status 404, {"error":{"code":"no_session"}}',
      kind: { observed: 'the reply to chat#3 lacks it' },
      exchange: 'chat#3',
    });
  });
  it('does not judge what was told more turns before than the bot showed to look back', () => {
    const open = {
      inconclusive:
        'the bot showed no memory of what it was told so many turns before; name a bot that remembers with --bot',
    };
    expect(remembersThroughout([told, knows, forgets])).toEqual(open);
    const refused = answered({ operation: 'chat', status: 429, sent: { message: `And ${another}` } });
    expect(remembersThroughout([told, knows, refused, forgets])).toEqual(open);
  });
  it('takes a bot that quotes the last turn, and one that keeps the newest word only, or the first', () => {
    const newest = answered({ operation: 'chat', body: { reply: `It was ${another}.` }, id: 'chat#4' });
    expect(remembersThroughout([told, knows, alsoTold, newest])).toEqual([]);
    expect(remembersThroughout([told, knows, alsoTold, knows])).toEqual([]);
  });
  it('takes one that says it twice more when it is asked again, and not one that forgets again', () => {
    expect(remembersThroughout([told, forgets, knows, knows])).toEqual([]);
    expect(remembersThroughout([told, hello, knows, forgets])).toHaveLength(1);
  });
  it('takes one that declines twice, and says it three times behind that, and none that forgets each other time', () => {
    const turns = (...replies: readonly (typeof knows)[]) => [told, ...replies.map((each) => ({ ...each }))];
    expect(remembersThroughout(turns(forgets, knows, forgets, knows, knows, knows))).toEqual([]);
    expect(remembersThroughout(turns(forgets, knows, forgets, knows, knows))).toHaveLength(2);
    expect(remembersThroughout(turns(forgets, knows, forgets, knows, forgets, knows, knows, knows))).toHaveLength(3);
  });
  it('takes one that declines three times, and says it four times behind that', () => {
    const turns = (...replies: readonly (typeof knows)[]) => [told, ...replies.map((each) => ({ ...each }))];
    expect(remembersThroughout(turns(forgets, knows, forgets, knows, forgets, knows, knows, knows, knows))).toEqual([]);
  });
  it('judges what streams forgot only where a word was read in one', () => {
    const silent = streamed('data: 0:"No idea."\n\n');
    expect(remembersThroughout([told, knows, alsoTold, silent])).toEqual({
      inconclusive: 'no word could be read in a stream of this bot',
    });
    expect(remembersThroughout([told, knows, streamed(`data: ${word}\n\n`), alsoTold, silent])).toHaveLength(1);
  });
  it('does not judge a bot that shows no memory', () => {
    expect(remembersThroughout([told, forgets, forgets])).toEqual({
      inconclusive:
        'the bot showed no memory here of what it was told: name one that remembers with --bot; if this one does, its sessions may not be kept',
    });
    for (const seen of [[forgets], [told], [forgets, forgets], []])
      expect(remembersThroughout(seen)).toEqual({ inconclusive: 'the bot was told nothing to remember' });
  });
});

describe('asksWorthRepeating', () => {
  const streamedAs = (reply: string) => streamed(`data: ${reply}\n\n`);
  it('are those by which one question of several came to nothing, or up to three', () => {
    expect(operationsToAskAgain([told, knows, alsoTold, streamedAs('No idea.')])).toEqual(['stream']);
    expect(operationsToAskAgain([told, forgets, knows])).toEqual(['chat']);
    expect(operationsToAskAgain([told, forgets, knows, knows])).toEqual([]);
    expect(operationsToAskAgain([told, knows, alsoTold, forgets, forgets])).toEqual(['chat']);
    expect(operationsToAskAgain([told, forgets, forgets, knows, knows, knows])).toEqual([]);
  });
  it('are none where it is plain, or where nothing is remembered at all', () => {
    for (const seen of [
      [told, knows, knows],
      [told, knows, alsoTold, forgets, forgets, forgets, forgets],
      [told, knows, forgets],
      [told, forgets],
      [told],
    ])
      expect(operationsToAskAgain(seen)).toEqual([]);
  });
});

describe('remembersItsWord', () => {
  const spoken = answered({ operation: 'stream', sent: { message: `Remember ${word}` }, id: 'stream#1' });
  it('takes a word that is said once it was asked for several times', () => {
    expect(remembersItsWord([hello, spoken, forgets, knows])).toEqual([]);
  });
  it('sees one that is never said', () => {
    expect(remembersItsWord([hello, spoken, forgets])).toEqual([
      {
        subject: 'memory',
        expected: `the word ${word}, told in stream#1, as other sessions knew theirs`,
        observed: 'the reply to chat#3 lacks it',
        exchange: 'chat#3',
        restsOn: ['stream#1'],
      },
    ]);
  });
  it('does not judge a turn that was refused, or that nothing came behind', () => {
    const refused = answered({ operation: 'stream', status: 400, sent: { message: word } });
    expect(remembersItsWord([refused, forgets])).toEqual({
      inconclusive: 'the turn that told a word was not accepted',
    });
    expect(remembersItsWord([spoken])).toEqual({
      inconclusive: 'the word was not asked for: no sessionId to go on with is known',
    });
    for (const seen of [[forgets], []])
      expect(remembersItsWord(seen)).toEqual({ inconclusive: 'the bot was told nothing to remember' });
  });
  it('has it asked for again until then', () => {
    expect(isForgotten([hello, spoken, forgets])).toBe(true);
    for (const seen of [
      [forgets, spoken],
      [forgets, spoken, knows],
      [hello, spoken, forgets, knows],
    ])
      expect(isForgotten(seen)).toBe(false);
  });
});

describe('the words told at once', () => {
  it('are counted where they were said', () => {
    const two = answered({ operation: 'stream', sent: { message: another } });
    expect(countRecalledWords([forgets, told, two, knows])).toBe(1);
    expect(countRecalledWords([hello, told, two, forgets])).toBe(0);
    for (const seen of [[told, knows], [told, two], []]) expect(countRecalledWords(seen)).toBe(0);
  });
});

describe('a memory, as a control', () => {
  it('is shown by a reply of that operation', () => {
    expect(memoryShown('chat').shownIn([told, forgets, knows])).toEqual({ by: [knows] });
  });
  it('is shown by no other, and by nobody who was told the word himself', () => {
    const because = (by: string) =>
      `the bot showed no memory in a ${by} of what it was told, so a leak could not be seen; name a bot that remembers with --bot`;
    expect(memoryShown('stream').shownIn([told, forgets])).toEqual({ because: because('stream') });
    expect(memoryShown('stream').shownIn([told, knows])).toEqual({ because: noMemoryInStreams });
    const newest = streamed(`data: ${another}\n\n`);
    expect(memoryShown('stream').shownIn([told, knows, alsoTold, newest])).toEqual({ by: [newest] });
    const near = answered({ operation: 'chat', body: { reply: 'It was zqabcedfghij.' }, id: 'chat#6' });
    expect(memoryShown('chat').shownIn([told, near])).toEqual({
      because: `the bot misspells what it was told: the reply to chat#6 says zqabcedfghij, nearly the word ${word}, so a leak could not be seen for sure; name a bot that repeats words letter by letter with --bot`,
    });
    const repeats = answered({ operation: 'chat', sent: { message: word }, body: { reply: word } });
    expect(memoryShown('chat').shownIn([repeats, forgets])).toEqual({ because: because('chat') });
  });
});

describe('knowsNothingOfElsewhere', () => {
  it('takes an answer without the word', () => {
    expect(leaksNoWordOfElsewhere([told, forgets])).toEqual([]);
    expect(leaksNoWordOfElsewhere([told, knows, forgets])).toEqual([]);
  });
  it('sees the word', () => {
    expect(leaksNoWordOfElsewhere([told, knows])).toEqual([
      {
        subject: 'isolation',
        expected: 'only words of its own session',
        observed: `the reply to chat#2 says ${word}, in "It was ${word.toUpperCase()}."`,
        kind: { observed: 'an answer has a word of another session' },
        exchange: 'chat#2',
      },
    ]);
  });
  it('does not judge where nothing was told', () => {
    expect(leaksNoWordOfElsewhere([forgets])).toEqual({ inconclusive: 'nothing was told that could leak' });
  });
});
