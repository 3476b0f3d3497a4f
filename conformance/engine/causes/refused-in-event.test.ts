import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { failure } from './causes.testing.ts';
import { groupKey } from './likeness.ts';
import { isRefusedInEvent } from './refused-in-event.ts';

const stream = (body: string, more: object = {}) =>
  answered({ operation: 'stream', headers: [['Content-Type', 'text/event-stream']], body, ...more });
const error = 'event: error\ndata: {"error":{"code":"no_credit","message":"Spent"}}\n\n';

describe('a refusal that is told in an event', () => {
  it.each<[string, ReturnType<typeof answered>, boolean]>([
    ['by its type', stream('event:error\ndata: no credits\n\n'), true],
    ['by its data', stream('data: {"error":"no credits"}\n\n'), true],
    ['not behind the first event', stream(`data: {"text":"Hello"}\n\n${error}`), false],
    ['not of another status', stream(error, { status: 402 }), false],
    ['not of a reply', stream('data: {"text":"an error"}\n\n'), false],
    ['not of nothing', stream(''), false],
    ['not of a whole reply', answered({ operation: 'chat', body: { error: {} } }), false],
  ])('is one %s', (_, exchange, is) => {
    expect(isRefusedInEvent(exchange)).toBe(is);
  });

  it('is one cause of all that nothing covered, whatever that was', () => {
    const shown = (check: string, expected: string, due: '402' | 'success') => ({
      ...failure(check),
      mismatches: [{ subject: 'status', expected, observed: 'status 200', exchange: 'a#1', kind: { due } }],
    });
    const of = (exchange: ReturnType<typeof answered>) =>
      [
        shown('metering.counts/a', '402: no included chat is left', '402'),
        shown('metering.members/b', '402: the member limit is reached', '402'),
        shown('stream.reply/c', 'an event', 'success'),
      ].map((finding) => groupKey(finding, () => exchange));
    const [one, two, three] = of(stream(error));
    expect(one).toBe(two);
    expect(three).not.toBe(one);
    const [covered, other] = of(stream('data: {"text":"Hello"}\n\n'));
    expect(covered).not.toBe(other);
  });
});
