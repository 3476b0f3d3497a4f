import { describe, expect, it } from 'vitest';
import { keepsConcurrentTurns } from './keeps-turns-at-once.ts';
import { answered } from '../sample-exchange.testing.ts';

const [one, two, three] = ['zqaaaaaaaaaa', 'zqbbbbbbbbbb', 'zqcccccccccc'] as const;
const tells = (word: string, status = 200, sessionId = 's') =>
  answered({
    id: word,
    status,
    operation: 'stream',
    sent: { message: word },
    body: `data: ${JSON.stringify({ sessionId })}\n\n`,
  });
const chat = (reply: string) => answered({ id: 'c', operation: 'chat', body: { sessionId: 's', reply } });
const chatOf = (message: string) =>
  answered({ id: message, operation: 'chat', sent: { message }, body: { sessionId: 's', reply: 'Well.' } });
const hello = chat('Hello!');

describe('keepsTurnsAtOnce', () => {
  it('takes an answer with the words of both', () => {
    expect(keepsConcurrentTurns([hello, tells(one), tells(two), chat(`${two}, ${one}`)])).toEqual([]);
  });
  it('finds the one that is lost', () => {
    const more = chatOf(three);
    expect(keepsConcurrentTurns([hello, tells(one), tells(two), chat(two), more, chat(`${two}, ${three}`)])).toEqual([
      {
        subject: 'memory',
        expected: `the word ${one}, told in ${one}, as well as the others`,
        observed: 'the reply to c lacks it',
        exchange: 'c',
        restsOn: [one],
      },
    ]);
  });
  it('does not judge a bot that keeps one word, the newest or the first', () => {
    for (const kept of [three, two])
      expect(keepsConcurrentTurns([hello, tells(one), tells(two), chat(two), chatOf(three), chat(kept)])).toEqual({
        inconclusive: 'the bot repeated no two words, and may keep one only; name a bot that remembers with --bot',
      });
  });
  it('does not judge a turn that was refused, one that goes on elsewhere, or a bot without a memory', () => {
    expect(keepsConcurrentTurns([hello, tells(one, 409), tells(two), chat(two)])).toEqual({
      inconclusive: 'not both turns were accepted',
    });
    expect(keepsConcurrentTurns([hello, tells(one, 200, 's2'), tells(two), chat(two)])).toEqual({
      inconclusive:
        'each turn gave another sessionId, and the document leaves open which of them continues the session',
    });
    expect(keepsConcurrentTurns([hello, tells(one), tells(two), chat('What?')])).toEqual({
      inconclusive:
        'the bot showed no memory here of what it was told: name one that remembers with --bot; if this one does, its sessions may not be kept',
    });
  });
});
