import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { workspacePlaceholder } from '../../model/probe.ts';
import { refusalsTakeNothing } from './past-the-limit.ts';

/** Judges answers with these statuses, by the names that the probe gives to its members. */
const told = (statuses: Readonly<Record<string, readonly number[]>>): unknown =>
  refusalsTakeNothing(
    Object.entries(statuses).flatMap(([name, own]) =>
      own.map((status) => {
        const exchange = answered({ status });
        const headers = [['authorization', `Bearer ${workspacePlaceholder(name)}`]] as const;
        return { ...exchange, request: { ...exchange.request, headers } };
      }),
    ),
  );

const valid = {
  chats: [200, 402, 402, 200],
  chats_beside: [200, 200],
  speeches: [200, 400, 402, 200, 200],
  speeches_beside: [200, 200, 200],
};

describe('a member who was refused for a limit', () => {
  it('is answered like one who was not', () => {
    expect(told(valid)).toEqual([]);
  });
  it('is refused nothing else for it', () => {
    expect(told({ ...valid, chats: [200, 402, 402, 402] })).toMatchObject([
      {
        subject: 'status of a speech (probe#1)',
        expected: 'success, as another member got without the refused chat and stream before it',
        observed: 'status 402, no body',
      },
    ]);
    expect(told({ ...valid, speeches: [200, 400, 402, 200, 402] })).toMatchObject([
      { subject: 'status of a stream (probe#1)' },
    ]);
  });
  it('is not judged where the other is refused too, and that is open for good', () => {
    expect(told({ ...valid, chats: [200, 402, 402, 402], chats_beside: [200, 402] })).toEqual({
      inconclusive: 'what a member may use beside the limit is not given',
      isUnspecified: true,
    });
  });
  it('is not judged where the limit does not hold', () => {
    expect(told({ ...valid, chats: [200, 200, 200, 402] })).toEqual({
      inconclusive: 'a chat up to the limit was refused, or one past it was answered',
      about: { is: 'answer', exchange: 'probe#1', due: '402' },
    });
    expect(told({})).toEqual({ inconclusive: 'not every use was sent' });
  });
});
