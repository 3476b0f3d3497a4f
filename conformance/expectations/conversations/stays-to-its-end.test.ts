import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { endsEarly, staysToItsEnd } from './stays-to-its-end.ts';

const stream = (word: string, id: string, role: 'stays' | 'byItself', reply = `A lighthouse is tall. ${word}`) =>
  answered({ id, role, operation: 'stream', sent: { message: `And repeat ${word}` }, body: `data: ${reply}\n\n` });
const left = answered({ role: 'left', operation: 'stream', sent: { message: 'Please' }, body: 'data: A\n\n' });

const stayed = stream('zqaaaaaaaaaa', 's#1', 'stays');
const ended = stream('zqaaaaaaaaaa', 's#1', 'stays', 'A light');
const byItself = stream('zqbbbbbbbbbb', 's#2', 'byItself');
const endedAgain = stream('zqcccccccccc', 's#3', 'stays', 'A');

describe('staysToItsEnd', () => {
  it('takes a stream with its last word, one of the times', () => {
    expect(staysToItsEnd([left, stayed, byItself])).toEqual([]);
    expect(staysToItsEnd([ended, byItself, left, stream('zqcccccccccc', 's#3', 'stays')])).toEqual([]);
  });
  it('finds one that ends with those that were left', () => {
    const expected = (word: string) => `the word ${word} at its end, as s#2 has its own`;
    expect(staysToItsEnd([left, ended, byItself])).toEqual([
      {
        subject: 'reply',
        expected: expected('zqaaaaaaaaaa'),
        observed: 'the reply to s#1 ends without it, while other streams at the same time were aborted',
        exchange: 's#1',
        restsOn: ['s#2'],
      },
    ]);
    expect(staysToItsEnd([ended, byItself, endedAgain])).toMatchObject([{ expected: expected('zqcccccccccc') }]);
  });
  it('does not judge a bot that does not say the word by itself either', () => {
    const open = (which: string) => ({
      inconclusive: `${which} stream by itself said the word that it was asked for; if the bot does not repeat, name one that does with --bot`,
      isUnspecified: true,
    });
    expect(staysToItsEnd([ended, stream('zqbbbbbbbbbb', 's#2', 'byItself', 'A lighthouse is tall.')])).toEqual(
      open('no'),
    );
    expect(staysToItsEnd([])).toEqual(open('no'));
    // The second stream by itself says something else too.
    const elsewhere = stream('zqdddddddddd', 's#4', 'byItself', 'I would rather not say.');
    expect(staysToItsEnd([ended, byItself, endedAgain, elsewhere])).toEqual(open('not every'));
    expect(endsEarly([ended, byItself, endedAgain, elsewhere])).toBe(false);
  });
  it('does not judge one that was refused', () => {
    const refused = answered({
      id: 's#1',
      role: 'stays',
      status: 409,
      operation: 'stream',
      sent: { message: 'zqaaaaaaaaaa' },
    });
    expect(staysToItsEnd([left, refused, byItself])).toEqual({
      inconclusive: 'no stream was answered while others were aborted',
      isUnspecified: true,
    });
  });
  it('is asked again only where it ended early', () => {
    expect(endsEarly([left, ended, byItself])).toBe(true);
    expect(endsEarly([left, ended, byItself, endedAgain, byItself])).toBe(true);
    for (const seen of [[stayed, byItself], [ended, stream('zqbbbbbbbbbb', 's#2', 'byItself', 'A.')], []])
      expect(endsEarly(seen)).toBe(false);
  });
});
