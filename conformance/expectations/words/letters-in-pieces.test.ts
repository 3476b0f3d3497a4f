import { describe, expect, it } from 'vitest';
import { readsLettersInPieces } from './letters-in-pieces.ts';
import { answered } from '../sample-exchange.testing.ts';

const chat = (reply: string) =>
  answered({ operation: 'chat', body: { reply }, sent: { message: 'Please repeat this word: café' } });

describe('readsLettersInPieces', () => {
  it('takes a reply with the letter, composed or not', () => {
    expect(readsLettersInPieces([chat('é'), chat('Café!')])).toEqual([]);
    expect(readsLettersInPieces([chat('é'), chat('Cafe\u0301!')])).toEqual([]);
  });
  it('is shown nothing by a reply without it', () => {
    for (const reply of ['Of course.', 'caf', 'naïve'])
      expect(readsLettersInPieces([chat('é'), chat(reply)])).toEqual({
        inconclusive:
          'no reply to the message in pieces repeats the letter that was cut; name a bot that does with --bot',
        isUnspecified: true,
      });
  });
  it('finds a letter that was decoded in pieces', () => {
    expect(readsLettersInPieces([chat('é'), chat('You said \ufffd\ufffd.')])).toEqual([
      {
        subject: 'reply',
        expected: 'whole characters, as when the body is sent in one piece',
        observed: 'U+FFFD in "{\\"reply\\":\\"You said \ufffd\ufffd.\\"}"',
      },
    ]);
  });
  it('does not judge by a bot that writes them itself, or by one answer', () => {
    expect(readsLettersInPieces([chat('\ufffd'), chat('\ufffd')])).toEqual({
      inconclusive: 'the bot writes replacement characters of its own',
    });
    expect(readsLettersInPieces([chat('é')])).toEqual({ inconclusive: 'one of the two requests was not answered' });
  });
});
