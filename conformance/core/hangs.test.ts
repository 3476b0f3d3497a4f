import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../expect/sample-exchange.testing.ts';
import { createHangs } from './hangs.ts';

describe('an operation', () => {
  const timedOut = { ...unanswered('timeout', 'speech'), id: 'speak#1' };
  it('is left alone once it hung twice', () => {
    const hangs = createHangs();
    hangs.note(timedOut);
    expect(hangs.reasonToSkip('speech')).toBeUndefined();
    hangs.note({ ...timedOut, id: 'speak#1.2', attempt: 2 });
    expect(hangs.reasonToSkip('speech')).toBe('not sent: speech hung twice before, at speak#1.2');
    expect(hangs.reasonToSkip('chat')).toBeUndefined();
  });
  it('that was still sending is told from one that hangs', () => {
    const hangs = createHangs();
    hangs.note({ ...answered({ ending: 'timeout', operation: 'stream', id: 'stream#1.2' }), attempt: 2 });
    expect(hangs.reasonToSkip('stream')).toBe(
      'not sent: stream was still sending when --timeout ended it, twice before, at stream#1.2',
    );
  });
  it('does not hang where the connection was dropped, or it belongs to none', () => {
    const hangs = createHangs();
    hangs.note({ ...unanswered('dropped', 'chat'), attempt: 2 });
    hangs.note({ ...timedOut, operation: 'other', attempt: 2 });
    expect([hangs.reasonToSkip('chat'), hangs.reasonToSkip('other')]).toEqual([undefined, undefined]);
  });
});
