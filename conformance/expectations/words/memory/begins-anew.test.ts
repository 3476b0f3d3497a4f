import { describe, expect, it } from 'vitest';
import { answered } from '../../sample-exchange.testing.ts';
import { firstAnswersEcho } from '../remembers.ts';
import { isLikeFirstAnswer } from './begins-anew.ts';

const answer = (reply: unknown, sent: object = { message: 'Which?', sessionId: 's' }) =>
  answered({ operation: 'chat', sent, body: { reply, sessionId: 's' } });
const first = (reply: unknown) => answer(reply, { message: 'Remember this' });
const greets = first('Hello, this is Ada! It is 10:15.');

describe('an answer', () => {
  it('begins anew where it says what the answer to a first turn does, whatever the hour', () => {
    expect(isLikeFirstAnswer(answer('Hello, this is Ada! It is 11:40.'), [greets])).toBe(true);
    expect(isLikeFirstAnswer(answer(['Hello, this', ' is Ada! It is 11:40.']), [greets])).toBe(true);
    const events = ['Hello, this', ' is Ada! It is 9:00.'].map((text) => `data: ${JSON.stringify({ text })}\n\n`);
    const headers = [['Content-Type', 'text/event-stream']] as const;
    expect(isLikeFirstAnswer(answered({ operation: 'stream', headers, body: events.join('') }), [greets])).toBe(true);
  });
  it('does not where one of a session that was lost would repeat its question', () => {
    expect(isLikeFirstAnswer(answer('remember this!'), [first('Remember this')])).toBe(false);
  });
  it('does not where it says something else, or nothing, or no session begins', () => {
    expect(isLikeFirstAnswer(answer('I cannot help with that.'), [greets])).toBe(false);
    expect(isLikeFirstAnswer(answer(''), [first('')])).toBe(false);
    expect(isLikeFirstAnswer(answer('Hello!'), [answer('Hello!')])).toBe(false);
  });
});

describe('sessions', () => {
  it('begin with what they were sent where each does', () => {
    const repeats = first('You said: Remember this');
    expect([firstAnswersEcho([repeats]), firstAnswersEcho([repeats, greets]), firstAnswersEcho([])]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
