import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../model/exchange.ts';
import { answered } from '../../sample-exchange.testing.ts';
import { keepsWordsOfChats } from './keeps-words-of-chats.ts';

const question = 'Which words have I given you in this conversation?';

type Turn = { readonly by: 'chat' | 'stream'; readonly sent: string; readonly reply: string };

/** Sessions of these turns one behind the other, a second between the turns. */
function judged(...sessions: readonly (readonly Turn[])[]) {
  const headers = [['Authorization', 'Bearer ${ASSAY_TOKEN}']] as const;
  const all = sessions.flatMap((turns, session) =>
    turns.map(({ by, sent, reply }, turn): Exchange => {
      const sessionId = `s${session}`;
      const body = { message: sent, ...(turn > 0 && { sessionId }) };
      const said =
        by === 'chat'
          ? { body: { sessionId, reply } }
          : { body: `data: ${reply}\n\n`, headers: [['Content-Type', 'text/event-stream']] as const };
      return answered({ id: `${sessionId}#${turn + 1}`, operation: by, sent: body, ...said });
    }),
  );
  const timed = all.map((exchange, at) => ({
    ...exchange,
    startedAt: new Date(Date.UTC(2026, 0, 1) + at * 1_000).toISOString(),
    request: { ...exchange.request, headers },
  }));
  return keepsWordsOfChats(timed);
}

const begins: Turn = { by: 'chat', sent: 'Hello!', reply: 'Hello to you.' };
const tells = (by: Turn['by'], word: string): Turn => ({
  by,
  sent: `Please remember this word: ${word}`,
  reply: 'All right.',
});
const knows = (...words: readonly string[]): Turn => ({
  by: 'chat',
  sent: question,
  reply: `These: ${words.join(', ')}`,
});
const none = knows();
const [one, two] = ['zqpndydwdjqh', 'zqpjckhvqvxj'];
const forgotten = [tells('chat', one), none];
const known = [begins, tells('stream', two), knows(two)];
const times = (many: number, turns: readonly Turn[]) => Array.from({ length: many }, () => turns);

describe('what chats told', () => {
  it('is known as what streams told', () => {
    expect(judged(...times(6, forgotten), ...times(12, known))).toEqual([
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
    const others = [...times(20, forgotten), ...times(20, known)];
    expect(judged(...others, [tells('chat', one), knows(one)])).toEqual([]);
    expect(judged(...others, [...forgotten, knows(one)])).toEqual([]);
    expect(judged(...others, [...forgotten, { ...knows(one), by: 'stream' }])).toHaveProperty('inconclusive');
  });
  it('is forgotten by none that shows no memory, or declines as often behind streams', () => {
    const silent = [begins, tells('stream', two), none];
    expect(judged(...times(20, forgotten), ...times(20, silent))).toMatchObject({
      inconclusive: expect.stringContaining('showed no memory'),
    });
    expect(judged(...times(6, forgotten), ...times(3, known), ...times(9, silent))).toHaveProperty('inconclusive');
  });
  it('is not judged by few chats, nor by words that a stream told once more', () => {
    expect(judged(...times(5, forgotten), ...times(20, known))).toHaveProperty('inconclusive');
    const both = [tells('chat', one), none, tells('stream', one), knows(one)];
    expect(judged(...times(20, both))).toHaveProperty('inconclusive');
  });
});
