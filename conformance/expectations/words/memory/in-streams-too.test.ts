import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../model/exchange.ts';
import { answered } from '../../sample-exchange.testing.ts';
import { askedAgainFor, knowsChatsInStreams, maySeeStreamsAlone } from './in-streams-too.ts';

const [ofChat, ofStream] = ['zqabcdefghij', 'zqklmnopqrst'];
const tellsChat = answered({ operation: 'chat', sent: { message: `Remember ${ofChat}` }, body: { sessionId: 's' } });
const tellsStream = answered({ operation: 'stream', sent: { message: `And ${ofStream}` } });
const says = (operation: 'chat' | 'stream', id: string, ...words: readonly string[]): Exchange =>
  answered({ operation, id, body: operation === 'chat' ? { reply: words.join(' ') } : `data: ${words.join(' ')}\n\n` });
const both = [ofChat, ofStream];
const begun = [tellsChat, says('chat', 'c#2', ofChat), tellsStream, says('stream', 'c#4', ofStream)];
const again = (chat: readonly string[], stream: readonly string[]) =>
  askedAgainFor.map((by, at) => says(by, `c#${at + 5}`, ...(by === 'chat' ? chat : stream)));

describe('knowsChatsInStreams', () => {
  it('finds streams that say only what streams were told, beside chats that say all of it', () => {
    expect(knowsChatsInStreams([...begun, ...again(both, [ofStream])])).toEqual([
      {
        subject: 'memory',
        expected: `the word ${ofChat}, told in a chat, as c#9 says it and a word that a stream was told`,
        observed: 'only words that streams were told, in each of 4 streams',
        exchange: 'c#8',
      },
    ]);
  });
  it('takes a bot that keeps the newest word only, in chats too, and one that said both in a stream once', () => {
    expect(knowsChatsInStreams([...begun, ...again([ofStream], [ofStream])])).toEqual([]);
    const once = says('stream', 'c#10', ...both);
    expect(knowsChatsInStreams([...begun, ...again(both, [ofStream]), once])).toEqual([]);
    expect(knowsChatsInStreams([...begun, ...again(both, [])])).toEqual([]);
  });
  it('takes what was asked too few times', () => {
    expect(knowsChatsInStreams(begun)).toEqual([]);
    expect(knowsChatsInStreams([...begun, ...again(both, [ofStream]).slice(0, -1)])).toEqual([]);
  });
});

describe('a question is asked again', () => {
  it('as long as streams say only what streams were told, and chats all of it', () => {
    expect(maySeeStreamsAlone(begun)).toBe(true);
    expect(maySeeStreamsAlone([...begun, says('chat', 'c#5', ...both)])).toBe(true);
  });
  it('no more where a chat says one word too, a stream both, or none was asked', () => {
    expect(maySeeStreamsAlone([...begun, says('chat', 'c#5', ofStream)])).toBe(false);
    expect(maySeeStreamsAlone([...begun, says('stream', 'c#5', ...both)])).toBe(false);
    expect(maySeeStreamsAlone(begun.slice(0, 3))).toBe(false);
  });
});
