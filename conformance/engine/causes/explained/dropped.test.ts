import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../../model/exchange.ts';
import type { Finding } from '../../../model/run.ts';
import { causesOf } from '../causes.ts';
import { failure } from '../causes.testing.ts';
import { droppedIn } from './dropped.ts';

const dropped = (id: string): Exchange => ({ ...unanswered('dropped', 'chat'), id });
const meets = (check: string): Finding => {
  const shown = failure(check, { subject: 'answer', expected: 'an HTTP response', observed: 'dropped' });
  return { ...shown, mismatches: shown.mismatches.map((mismatch) => ({ ...mismatch, exchange: `${check}#1` })) };
};
const of = (topic: string, count: number) => Array.from({ length: count }, (_, at) => meets(`${topic}/${at}`));

function foundIn(failed: readonly Finding[]) {
  const exchanges = [
    ...failed.map(({ check }) => dropped(`${check}#1`)),
    answered({ id: 'fine#1', operation: 'chat' }),
  ];
  const exchangeOf = (id: string) => exchanges.find((each) => each.id === id);
  const found = droppedIn(exchanges, failed);
  return { found, exchangeOf };
}

describe('connections that are dropped in place of an answer', () => {
  const failed = [...of('metering.uncharged', 4), ...of('chat.request', 3), ...of('auth.bearer', 3)];
  it('are one cause, whatever was asked, and first what is about the operation itself', () => {
    const { found, exchangeOf } = foundIn(failed);
    const other = failure('speech.speed/rejects-above-maximum');
    const judged = new Set([...failed, other].map(({ check }) => check));
    const explained = found === undefined ? [] : [found];
    const causes = causesOf([other, ...failed], { judged, known: [], exchangeOf, explained });
    expect(causes.map(({ checks }) => checks.length).toSorted((a, b) => a - b)).toEqual([1, 10]);
    const cause = causes.find(({ checks }) => checks.length === 10);
    expect(cause?.title).toBe('drops the connection in place of an answer, at 10 of 11 requests for chats');
    expect(cause?.checks[0]).toMatch(/^chat\.request\//);
  });
  it('are causes of their own where they are few, or met by what one or two parts of the document ask for', () => {
    expect(foundIn(failed.slice(3, 9)).found).toBeUndefined();
    expect(foundIn([...of('metering.uncharged', 6), ...of('chat.request', 6)]).found).toBeUndefined();
  });
});
