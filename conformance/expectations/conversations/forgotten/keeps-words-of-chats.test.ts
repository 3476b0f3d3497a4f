import { describe, expect, it } from 'vitest';
import { keepsWordsOfChats } from './keeps-words-of-chats.ts';
import { knows, exchangesOfSessions, tells, repeatTurns, type Turn } from './sessions-of.testing.ts';

const judged = (...sessions: readonly (readonly Turn[])[]) => keepsWordsOfChats(exchangesOfSessions(...sessions));
const none = knows();
const [one, two] = ['zqpndydwdjqh', 'zqpjckhvqvxj'];
const begins: Turn = { sent: 'Hello!', reply: 'Hello to you.' };
const tellsStream = (word: string): Turn => ({ ...tells(word), by: 'stream' });
const forgotten = [tells(one), none];
const known = [begins, tellsStream(two), knows(two)];

describe('what chats told', () => {
  it('is known as what streams told', () => {
    expect(judged(...repeatTurns(6, forgotten), ...repeatTurns(12, known))).toEqual([
      {
        subject: 'memory',
        expected: `the word ${one}, told in the chat s0#1, as s6#3 has that of the stream s6#2`,
        observed: 'the reply lacks it, as do all 6 replies to questions for what a chat told',
        kind: { observed: 'words that chats told are forgotten, and those of streams are not' },
        exchange: 's0#2',
        restsOn: ['s0#1', 's6#2', 's6#3'],
      },
    ]);
  });
  it('may be known in one answer only, or later; in streams only it is not judged', () => {
    const others = [...repeatTurns(20, forgotten), ...repeatTurns(20, known)];
    expect(judged(...others, [tells(one), knows(one)])).toEqual([]);
    expect(judged(...others, [...forgotten, knows(one)])).toEqual([]);
    expect(judged(...others, [...forgotten, { ...knows(one), by: 'stream' }])).toHaveProperty('inconclusive');
  });
  it('is forgotten by none that shows no memory, or declines as often behind streams', () => {
    const silent = [begins, tellsStream(two), none];
    expect(judged(...repeatTurns(20, forgotten), ...repeatTurns(20, silent))).toMatchObject({
      inconclusive: expect.stringContaining('showed no memory'),
    });
    expect(judged(...repeatTurns(6, forgotten), ...repeatTurns(3, known), ...repeatTurns(9, silent))).toHaveProperty(
      'inconclusive',
    );
  });
  it('is not judged by few chats, nor by words that a stream told once more', () => {
    expect(judged(...repeatTurns(5, forgotten), ...repeatTurns(20, known))).toHaveProperty('inconclusive');
    const both = [tells(one), none, tellsStream(one), knows(one)];
    expect(judged(...repeatTurns(20, both))).toHaveProperty('inconclusive');
  });
});
