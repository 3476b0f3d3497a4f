import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../model/exchange.ts';
import { answered } from '../../sample-exchange.testing.ts';
import {
  operationsAskedAgain,
  recallsChatsInStreams,
  mayRecallStreamsOnly,
  withoutRepeatedQuestions,
} from './in-streams-too.ts';

const [ofChat, ofStream] = ['zqabcdefghij', 'zqklmnopqrst'];
const tellsChat = answered({ operation: 'chat', sent: { message: `Remember ${ofChat}` }, body: { sessionId: 's' } });
const tellsStream = answered({ operation: 'stream', sent: { message: `And ${ofStream}` } });
const says = (operation: 'chat' | 'stream', id: string, ...words: readonly string[]): Exchange =>
  answered({ operation, id, body: operation === 'chat' ? { reply: words.join(' ') } : `data: ${words.join(' ')}\n\n` });
const both = [ofChat, ofStream];
const begun = [tellsChat, says('chat', 'c#2', ofChat), tellsStream, says('stream', 'c#4', ofStream)];
const again = (chat: readonly string[], stream: readonly string[]) =>
  operationsAskedAgain.map((by, at) => says(by, `c#${at + 5}`, ...(by === 'chat' ? chat : stream)));

describe('knowsChatsInStreams', () => {
  it('finds streams that say only what streams were told, beside chats that say all of it', () => {
    expect(recallsChatsInStreams([...begun, ...again(both, [ofStream])])).toEqual([
      {
        subject: 'memory',
        expected: `the word ${ofChat}, told in a chat, as c#9 says it and a word that a stream was told`,
        observed: 'only words that streams were told, in each of 4 streams',
        exchange: 'c#8',
        restsOn: ['c#9'],
      },
    ]);
  });
  it('takes a bot that keeps the newest word only, in chats too, and one that said both in a stream once', () => {
    expect(recallsChatsInStreams([...begun, ...again([ofStream], [ofStream])])).toEqual([]);
    const once = says('stream', 'c#10', ...both);
    expect(recallsChatsInStreams([...begun, ...again(both, [ofStream]), once])).toEqual([]);
    expect(recallsChatsInStreams([...begun, ...again(both, [])])).toEqual([]);
  });
  it('takes what was asked too few times', () => {
    expect(recallsChatsInStreams(begun)).toEqual([]);
    expect(recallsChatsInStreams([...begun, ...again(both, [ofStream]).slice(0, -1)])).toEqual([]);
  });
});

describe('a question is asked again', () => {
  it('as long as streams say only what streams were told, and chats all of it', () => {
    expect(mayRecallStreamsOnly(begun)).toBe(true);
    expect(mayRecallStreamsOnly([...begun, says('chat', 'c#5', ...both)])).toBe(true);
  });
  it('no more where a chat says one word too, a stream both, or none was asked', () => {
    expect(mayRecallStreamsOnly([...begun, says('chat', 'c#5', ofStream)])).toBe(false);
    expect(mayRecallStreamsOnly([...begun, says('stream', 'c#5', ...both)])).toBe(false);
    expect(mayRecallStreamsOnly(begun.slice(0, 3))).toBe(false);
  });
});

describe('withoutAskedAgain', () => {
  const seenBy = async (...seen: readonly Exchange[]): Promise<readonly string[]> => {
    const ids: string[] = [];
    await withoutRepeatedQuestions((given) => (ids.push(...given.map(({ id }) => id)), []))(seen);
    return ids;
  };
  const ids = begun.map(({ id }) => id);

  it('hands on what was sent before it was asked again', async () => {
    expect(await seenBy(...begun)).toEqual(ids);
    for (const times of [1, 2, 5])
      expect(await seenBy(...begun, ...again(both, [ofStream]).slice(0, times))).toEqual(ids);
  });
  it('hands on all of it where there was no cause to ask again', async () => {
    const others = [...begun.slice(0, -1), says('stream', 'c#4', ...both), says('chat', 'c#5', ...both)];
    expect(await seenBy(...others)).toHaveLength(others.length);
  });
});
