import { describe, expect, it } from 'vitest';
import { idsNamedIn } from '../../conformance/model/exchange-id.ts';
import { emptyContext } from './background.ts';
import { checkHtml } from '../html/check.ts';
import { checkJunit } from './formats/junit.ts';
import { checkSarif } from './formats/sarif.ts';
import { furtherMismatches, plainMismatch } from './plain-mismatch.ts';
import { failedSpeed, sampleRun } from './sample-run.testing.ts';

const id = 'workspace {"credits":1} ["chat"]';
type Words = readonly [subject: string, expected: string, observed: string];
const told = ([subject, expected, observed]: Words, exchanges: readonly string[], answers = {}): Words => {
  const mismatch = { subject, expected, observed, exchange: `${id}#2`, restsOn: [`${id}#9`], ...answers };
  const plain = plainMismatch(mismatch, { ...failedSpeed, exchanges, mismatches: [mismatch] });
  expect(plain.exchange).toBe(`${id}#2`);
  return [plain.subject, plain.expected, plain.observed];
};
const three = [`${id}#1`, `${id}#2`, `${id}#2.2`];

describe('a mismatch without the names of exchanges', () => {
  it('tells those of a sequence by their place', () => {
    expect(told([`status of ${id}#2`, `told in ${id}#1`, `the reply to ${id}#2.2 lacks it`], three)).toEqual([
      'status of call 2',
      'told in call 1',
      'the reply to call 3 lacks it',
    ]);
  });
  it('leaves out in brackets the one that is shown, and no other', () => {
    expect(told([`length of alloy (${id}#2), slow`, `that of nova (${id}#1)`, `one of ${id}#9`], three)).toEqual([
      'length of alloy, slow',
      'that of nova (call 1)',
      'one of another answer',
    ]);
  });
  it('leaves out the only one', () => {
    expect(told([`status of ${id}#2, where 5 are covered`, 'a', `the reply to ${id}#2 lacks it`], [`${id}#2`])).toEqual(
      ['status, where 5 are covered', 'a', 'the reply lacks it'],
    );
    expect(told(['isolation', 'a', `${id}#2 says it, and ${id}#9`], [`${id}#2`])[2]).toBe(
      'the answer says it, and another answer',
    );
  });
  it('leaves out which of many is shown, and tells no place of those of every answer', () => {
    const answers = { answers: { wrong: 2, judged: 3 } };
    expect(told(['a', `as in ${id}#1`, `no (2 of 3 answers, such as ${id}#2.2)`], three, answers).slice(1)).toEqual([
      'as in another answer',
      'no (2 of 3 answers)',
    ]);
  });
  it('keeps what is no name', () => {
    expect(told(['status', 'chat #1', 'other#1 and {"a":"chat"}'], [...three, 'chat#1'])).toEqual([
      'status',
      'chat #1',
      'other#1 and {"a":"chat"}',
    ]);
  });
  it('takes the whole name of one that ends with that of another, or has it in it, as all others do', () => {
    const [stream, page, after] = ['stream#1', 'one page, as a chat and a stream#1', 'list voices after stream#1#1'];
    const calls = [stream, page, after];
    const text = `the reply to ${page} lacks it, unlike ${stream}, before ${after} and stream#12, stream#1.2 or upstream#1`;
    expect(told(['a', 'b', text], calls)[2]).toBe(
      'the reply to call 2 lacks it, unlike call 1, before call 3 and stream#12, stream#1.2 or upstream#1',
    );
    expect(idsNamedIn(text, calls).map((name) => name.id)).toEqual([page, stream, after]);
  });
});

it('is counted where more answers are the same, and told where they are not', () => {
  const of = (exchange: string, observed: string) => ({ subject: 'status', expected: 'any 4xx', observed, exchange });
  const mismatches = [
    of('p#1', 'status 500'),
    of('p#2', 'status 500'),
    of('p#3', 'status 500'),
    of('p#4', 'status 200'),
  ];
  expect(furtherMismatches({ ...failedSpeed, exchanges: ['p#1', 'p#2', 'p#3', 'p#4'], mismatches })).toMatchObject({
    alike: ['2 more answers: the same'],
    others: [{ exchange: 'p#4' }],
  });
});

it('is told alike in every report, with the names once', () => {
  const mismatch = {
    subject: `status of ${id}#2`,
    expected: 'a',
    observed: 'b',
    exchange: `${id}#2`,
    kind: { subject: 'status' },
  };
  const because = `status of ${id}#2: expected a, observed b`;
  const verdict = { is: 'fail', because } as const;
  const run = sampleRun([{ ...failedSpeed, verdict, mismatches: [mismatch], exchanges: three }]);
  expect(checkHtml(run, [])).toMatch(/<p>\s*status of step 2\s*<\/p>/);
  const xml = checkJunit(run).replaceAll('&quot;', '"');
  for (const text of [xml, checkSarif(run, [], emptyContext).replaceAll('\\"', '"')]) {
    expect(text).toContain('status of call 2: expected a, observed b');
    expect(text).toContain(`call 2: exchange ${id}#2`);
    expect(text).not.toContain(`status of ${id}`);
  }
});
