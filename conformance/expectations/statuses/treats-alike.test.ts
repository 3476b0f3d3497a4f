import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../sample-exchange.testing.ts';
import { treatsChatAndStreamAlike } from './treats-alike.ts';

describe('treatsAlike', () => {
  const asked = (operation: 'chat' | 'stream', status: number, message = '') =>
    answered({ operation, status, sent: { message } });
  it('takes any two successes, and any two refusals', () => {
    expect(treatsChatAndStreamAlike([asked('chat', 200), asked('stream', 201)])).toEqual([]);
    expect(treatsChatAndStreamAlike([asked('chat', 400), asked('stream', 422)])).toEqual([]);
  });
  it('looks at nothing that was not answered by both', () => {
    const chat = asked('chat', 200);
    for (const seen of [[chat], [chat, unanswered('timeout', 'stream')], [asked('stream', 400)]])
      expect(treatsChatAndStreamAlike(seen)).toEqual([]);
    expect(treatsChatAndStreamAlike([unanswered('dropped', 'chat'), asked('stream', 200)])).toEqual([]);
    expect(
      treatsChatAndStreamAlike([chat, answered({ operation: 'voices', status: 400 }), asked('stream', 200)]),
    ).toEqual([]);
  });
  it('accuses nobody where one of the two may be refused for the moment', () => {
    for (const status of [429, 503]) {
      const because = `the chat of {"message":""} got status 200, and the stream ${status}: one of them may be refused for the moment only`;
      expect(treatsChatAndStreamAlike([asked('chat', 200), asked('stream', status)])).toEqual({
        inconclusive: because,
      });
      expect(treatsChatAndStreamAlike([asked('chat', status), asked('stream', 200)])).toHaveProperty('inconclusive');
      expect(treatsChatAndStreamAlike([asked('chat', 400), asked('stream', status)])).toEqual([]);
    }
    const pair = [asked('chat', 200), asked('stream', 429)];
    expect(treatsChatAndStreamAlike([...pair, asked('chat', 400), asked('stream', 200)])).toHaveLength(1);
  });
  it('finds a conflict, or a lock, where the other succeeds: nobody else uses the session', () => {
    for (const status of [409, 423]) {
      expect(treatsChatAndStreamAlike([asked('chat', 200), asked('stream', status)])).toHaveLength(1);
      expect(treatsChatAndStreamAlike([asked('chat', status), asked('stream', 200)])).toHaveLength(1);
      // The first attempt, which was given up, may still be in progress.
      const again = { ...asked('chat', status), attempt: 2 };
      expect(treatsChatAndStreamAlike([again, asked('stream', 200)])).toHaveProperty('inconclusive');
    }
  });
  it('shows the beginning of a long request', () => {
    expect(treatsChatAndStreamAlike([asked('chat', 400, 'x'.repeat(100)), asked('stream', 200)])).toMatchObject([
      { subject: `the stream of {"message":"${'x'.repeat(48)}` },
    ]);
  });
  it('shows the request that only one of them takes', () => {
    const pair = [asked('chat', 200), asked('stream', 200)];
    const taken = { ...asked('stream', 200), id: 'taken#4' };
    expect(treatsChatAndStreamAlike([...pair, asked('chat', 400), taken])).toMatchObject([
      {
        subject: 'the stream of {"message":""}',
        expected: 'as for the chat, status 400, no body',
        observed: 'status 200, no body',
        exchange: 'taken#4',
      },
    ]);
  });
});
