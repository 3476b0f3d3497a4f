import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { hearsEveryLine } from './hears-every-line.ts';

const words = ['zqaaaaaaaaaa', 'zqbbbbbbbbbb', 'zqcccccccccc'];
const chat = (message: string, said = message) =>
  answered({ operation: 'chat', sent: { message }, body: { reply: `You said: ${said}` } });
const plain = ['one', 'two', 'three', 'four'].map((word) => chat(`This is message number ${word}.`));
const lines = `Please repeat: ${words[0]}\n${words[1]} ${words[2]}`;

describe('hearsEveryLine', () => {
  it('finds a bot that hears the first line only', () => {
    expect(hearsEveryLine([...plain, chat(lines, `Please repeat: ${words[0]}`)])).toEqual([
      {
        subject: 'reply in probe#1',
        kind: { subject: 'reply' },
        expected: 'words of each line of the message, as the bot says all words of messages of one line',
        observed: `its first line only, without ${words[1]}, ${words[2]}`,
        exchange: 'probe#1',
      },
    ]);
  });
  it('takes one that says a word behind it, or none of the first', () => {
    for (const said of [lines, `${words[0]} ${words[2]}`, 'That is long.'])
      expect(hearsEveryLine([...plain, chat(lines, said)])).toEqual([]);
    expect(hearsEveryLine([...plain, chat(lines), chat(lines, `Please repeat: ${words[0]}`)])).toEqual([]);
  });
  it('says nothing of one that does not say each message again, or was told no lines', () => {
    const other = chat('This is message number five.', 'Indeed.');
    expect(hearsEveryLine([...plain, other, chat(lines, words[0])])).toEqual({
      inconclusive: 'the bot does not repeat each message in chats; name a bot that does with --bot',
      isUnspecified: true,
    });
    expect(hearsEveryLine(plain)).toEqual({
      inconclusive: 'no message of several lines was answered',
      isUnspecified: true,
    });
  });
});
