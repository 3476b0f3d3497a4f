import { describe, expect, it } from 'vitest';
import { plainMismatch } from './plain-mismatch.ts';
import { failedSpeed } from './sample-run.testing.ts';

const id = 'workspace {"credits":1} ["chat"]';
const plain = (subject: string, expected: string, observed: string) => {
  const mismatch = { subject, expected, observed, exchange: `${id}#2` };
  const told = plainMismatch(mismatch, { ...failedSpeed, exchanges: [`${id}#1`, 'chat#1'], mismatches: [mismatch] });
  return [told.subject, told.expected, told.observed, told.exchange];
};

describe('a mismatch in a short report', () => {
  it('is told without the names of exchanges, and of which of many one is shown', () => {
    expect(plain(`after nothing, a chat (${id}#1)`, `as in ${id}#1.2`, `no (2 of 3 answers, such as chat#7)`)).toEqual([
      'after nothing, a chat',
      'as in an answer',
      'no (2 of 3 answers)',
      `${id}#2`,
    ]);
    expect(plain(`status of ${id}#9, where 5 are covered`, 'a', 'b')[0]).toBe(
      'status of an answer, where 5 are covered',
    );
  });
  it('keeps what is no name', () => {
    expect(plain('status', 'chat #1', 'other#1 and {"a":"chat"}')).toEqual([
      'status',
      'chat #1',
      'other#1 and {"a":"chat"}',
      `${id}#2`,
    ]);
  });
});
