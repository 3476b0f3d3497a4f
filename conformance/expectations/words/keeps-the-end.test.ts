import { describe, expect, it } from 'vitest';
import { keepsTheEnd } from './keeps-the-end.ts';
import { answered } from '../sample-exchange.testing.ts';

const words = ['zqaaaaaaaaaa', 'zqbbbbbbbbbb', 'zqcccccccccc'] as const;
const sent = { message: words.join(' and so on ') };
const chat = (reply: string, status = 200) => answered({ id: 'c', status, operation: 'chat', sent, body: { reply } });
const stream = (reply: string) => answered({ id: 's', operation: 'stream', sent, body: `data: ${reply}\n\n` });
const [first, middle, last] = words;

describe('keepsTheEnd', () => {
  it('takes the last word, with others or without', () => {
    expect(keepsTheEnd([chat(last), stream(`${first} ${middle} ${last}`)])).toEqual([]);
  });
  it('finds what one of them does not hear, as the other does', () => {
    expect(keepsTheEnd([chat(last), stream(`${first} ${middle}`)])).toEqual([
      {
        subject: 'reply',
        expected: 'the last word of the message',
        observed: 's with word 2 of 3, and no word after it',
      },
    ]);
  });
  it('finds that a bot says the last of what it heard', () => {
    expect(keepsTheEnd([chat(middle), stream(middle)])).toMatchObject([
      { observed: 'c with word 2 of 3, and no word after it' },
      { observed: 's with word 2 of 3, and no word after it' },
    ]);
  });
  it('does not judge who repeats the beginning only, nothing, or takes no such text', () => {
    const brief = {
      inconclusive: 'the bot repeats no word from the end of a long message, which may be how it replies',
    };
    for (const reply of [first, `${first} ${middle}`, 'Sure.'])
      expect(keepsTheEnd([chat(reply), stream(reply)])).toEqual(brief);
    expect(keepsTheEnd([chat(last), stream('Sure.')])).toEqual(brief);
    expect(keepsTheEnd([])).toEqual(brief);
    expect(keepsTheEnd([chat('No.', 413), stream(last)])).toEqual({
      inconclusive: 'maximum text or message sizes are not shown, and this message was refused',
      isUnspecified: true,
    });
  });
});
