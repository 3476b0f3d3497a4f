import { describe, expect, it } from 'vitest';
import { onStreams } from '../judged-as.ts';
import { answered } from '../sample-exchange.testing.ts';
import {
  chatsSayNothingOfStreams,
  repliesNeverMix,
  repliesNeverMixIfRepeated,
  ownWordsAreRepeated,
} from './never-mixed.ts';

const forgets = answered({ operation: 'chat', body: { reply: 'No idea.' }, id: 'chat#3' });

describe('neverMixed', () => {
  const left = answered({ id: 'left', sent: { message: 'zqaaaaaaaaaa' }, body: { reply: 'zqaaaaaaaaaa' } });
  it('takes replies that keep to their own word', () => {
    const right = answered({ id: 'right', sent: { message: 'zqbbbbbbbbbb' }, body: { reply: 'zqbbbbbbbbbb' } });
    expect(repliesNeverMix([left, right])).toEqual([]);
  });
  it('have as a control that each operation repeats a word of its own', () => {
    const deaf = { ...left, operation: 'stream', response: forgets.response } as const;
    const because =
      'the bot did not repeat what it was asked to repeat, so mixing could not be seen; name a bot that does with --bot';
    expect(ownWordsAreRepeated.shownIn([left])).toEqual({ by: [left] });
    expect(ownWordsAreRepeated.shownIn([left, deaf])).toEqual({ because });
    expect(ownWordsAreRepeated.shownIn([])).toEqual({ because });
  });
  it('have as a reason the layout of the streams, where no other bot would help', () => {
    const chat = { ...left, operation: 'chat' } as const;
    const deaf = { ...left, operation: 'stream', response: forgets.response } as const;
    expect(ownWordsAreRepeated.shownIn([chat, deaf])).toEqual({
      because:
        'chats have the words that the bot is asked to repeat, and none could be read in a stream, so mixing could not be seen: either the bot repeats nothing, and its chats only list what was sent, or assay cannot read the layout of the data of its streams; name a bot that repeats with --bot',
    });
    expect(ownWordsAreRepeated.shownIn([deaf, deaf])).toEqual({
      because:
        'the words that streams were asked for could not be read in them, so mixing could not be seen; if the bot does not repeat, name one that does with --bot',
    });
  });
  it("sees another's word", () => {
    const right = answered({ id: 'right', sent: { message: 'zqbbbbbbbbbb' }, body: { reply: 'zqaaaaaaaaaa' } });
    expect(repliesNeverMix([left, right])).toEqual([
      {
        subject: 'reply',
        expected: 'only what was asked in its own request',
        observed: 'the reply to right contains zqaaaaaaaaaa, a word that left sent',
        exchange: 'right',
        restsOn: ['left'],
        kind: { observed: 'an answer contains a word of another request' },
      },
    ]);
  });
});

describe('neverMixedIfRepeated', () => {
  const left = answered({
    id: 'left',
    sent: { message: 'zqaaaaaaaaaa' },
    body: { reply: 'zqaaaaaaaaaa' },
  });
  const right = answered({
    id: 'right',
    sent: { message: 'zqbbbbbbbbbb' },
    body: { reply: 'zqaaaaaaaaaa' },
  });
  it("sees another's word", async () => {
    expect(await repliesNeverMixIfRepeated([left, right])).toEqual(repliesNeverMix([left, right]));
    expect(repliesNeverMix([left, right])).toHaveLength(1);
  });
  it('is not specified of a bot that repeats nothing', async () => {
    const deaf = { ...left, operation: 'stream', response: forgets.response } as const;
    expect(await repliesNeverMixIfRepeated([deaf, deaf])).toEqual({
      inconclusive:
        'the words that streams were asked for could not be read in them, so mixing could not be seen; if the bot does not repeat, name one that does with --bot',
      isUnspecified: true,
    });
  });
});

describe('chatsSayNothingOfStreams', () => {
  const left = answered({ operation: 'stream', id: 'left', sent: { message: 'zqaaaaaaaaaa' } });
  const next = answered({
    operation: 'stream',
    id: 'next',
    sent: { message: 'zqbbbbbbbbbb' },
    body: 'data: zqbbbbbbbbbb\n\n',
    headers: [['content-type', 'text/event-stream']],
  });
  const chat = (reply: string) =>
    answered({ operation: 'chat', id: 'chat', sent: { message: 'zqcccccccccc' }, body: { reply } });
  it('takes chats that say what they were told, or nothing', async () => {
    expect(await chatsSayNothingOfStreams([left, chat('zqcccccccccc'), next])).toEqual([]);
    expect(await chatsSayNothingOfStreams([left, chat('Hello!'), next])).toEqual([]);
  });
  it('sees what a stream was asked for, and looks at chats alone', async () => {
    expect(await chatsSayNothingOfStreams([left, chat('zqaaaaaaaaaa'), next])).toEqual([
      {
        subject: 'reply',
        expected: 'only what was asked in its own request',
        observed: 'the reply to chat contains zqaaaaaaaaaa, a word that left sent',
        exchange: 'chat',
        restsOn: ['left'],
        kind: { observed: 'an answer contains a word of another request' },
      },
    ]);
    expect(await onStreams(repliesNeverMixIfRepeated)([left, chat('zqaaaaaaaaaa'), next])).toEqual([]);
  });
  it('does not judge a bot that says back nothing in its streams', async () => {
    expect(await chatsSayNothingOfStreams([left, chat('zqaaaaaaaaaa')])).toEqual({
      inconclusive: expect.stringContaining('could not be read') as unknown,
      isUnspecified: true,
    });
  });
});
