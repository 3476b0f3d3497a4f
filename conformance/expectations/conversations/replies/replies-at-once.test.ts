import { describe, expect, it } from 'vitest';
import { answered } from '../../sample-exchange.testing.ts';
import { concurrentRepliesAreOwn } from './replies-at-once.ts';

const [one, two] = ['zqaaaaaaaaaa', 'zqbbbbbbbbbb'] as const;
const turn = (id: string, word: string, reply: string, status = 200) =>
  answered({ id, role: 'asks', operation: 'chat', status, sent: { message: `A word: ${word}` }, body: { reply } });
const before = answered({ id: 'before', operation: 'chat', sent: { message: 'zqcccccccccc' }, body: { reply: two } });

describe('repliesAtOnceAreOwn', () => {
  it.each([
    ['of its own', one, two],
    ['that knows the other turn too', one, `${one}, ${two}`],
  ])('takes each with a reply %s', (_, first, second) =>
    expect(concurrentRepliesAreOwn([before, turn('1', one, first), turn('2', two, second)])).toEqual([]),
  );
  it('finds two that have each other’s', () => {
    const mixed = (exchange: string, own: string, other: string, restsOn: string) => ({
      subject: 'reply',
      expected: `a reply to its own message, with its word ${own}`,
      observed: `it has ${other} in its place, the word of ${restsOn}, sent at the same time, whose reply has ${own}`,
      exchange,
      restsOn: [restsOn],
      kind: { observed: 'it is the reply to another turn that was sent at the same time' },
    });
    expect(concurrentRepliesAreOwn([before, turn('1', one, two), turn('2', two, one)])).toEqual([
      mixed('1', one, two, '2'),
      mixed('2', two, one, '1'),
    ]);
    // The reply to the second turn knows the first one too, and was given to that.
    expect(concurrentRepliesAreOwn([before, turn('1', one, `${two}, ${one}`), turn('2', two, one)])).toEqual([
      mixed('2', two, one, '1'),
    ]);
  });
  it.each([
    ['says nothing of its messages', 'No.', 'No.'],
    ['says what was told before alone', 'No.', one],
  ])('does not judge a bot that %s', (_, first, second) =>
    expect(concurrentRepliesAreOwn([before, turn('1', one, first), turn('2', two, second)])).toEqual({
      inconclusive: 'the bot does not repeat the word of each message, so that no reply shows which message it is to',
      isUnspecified: true,
    }),
  );
  it('does not judge a session that takes one turn at a time', () =>
    expect(concurrentRepliesAreOwn([before, turn('1', one, one), turn('2', two, '', 409)])).toEqual({
      inconclusive: 'not both turns were accepted',
      isUnspecified: true,
    }));
});
