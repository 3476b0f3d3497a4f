import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../expectations/sample-exchange.testing.ts';
import type { Check, Expectation, Exchanges } from '../model/check.ts';
import { judgeEvery } from './judge-every.ts';
import { bad, check, good, ofAnswers, own } from './judge-every.testing.ts';

describe('the verdict on what lies between answers', () => {
  const asked: Exchanges[] = [];
  const areSame: Expectation = (seen) => {
    asked.push(seen);
    const [first, ...others] = seen;
    if (first === undefined || others.length === 0) return { inconclusive: 'there are no two' };
    return others
      .filter(({ response }) => JSON.stringify(response) !== JSON.stringify(first.response))
      .map(({ id }) => ({
        subject: 'answer',
        expected: `that of ${first.id}`,
        observed: 'another',
        exchange: id,
        restsOn: [first.id],
      }));
  };
  const together: Check = { ...check(areSame), together: true };

  it('is asked once, of all answers of the kind', async () => {
    const all = [good('own#1'), unanswered('refused'), good('b#1')];
    const judged = await judgeEvery(together, ofAnswers, own(good('own#1')), all);
    expect(judged).toMatchObject({ verdict: { is: 'pass' }, mismatches: [] });
    expect(asked).toEqual([[all[0], all[2]]]);
  });
  it('is a failure that shows all that its mismatches are about', async () => {
    const all = [good('own#1'), good('b#1'), bad('c#1')];
    const judged = await judgeEvery(together, ofAnswers, own(all[0] ?? good('own#1')), all);
    expect(judged).toMatchObject({
      verdict: { is: 'fail', because: 'answer: expected that of own#1, observed another' },
      evidence: { seen: [all[0], all[2]] },
      decisive: all[2],
    });
  });
  it('shows none that a sentence only seems to name', async () => {
    const pages = 'a message of one page, as a chat and as a';
    const [chat, stream] = [`${pages} chat#1`, `${pages} stream#1`];
    const all = ['chat#1', 'stream#1', chat, stream, 'stream#12'].map(good);
    const isWrong: Expectation = () => [
      { subject: `reply in ${stream}`, expected: `as in ${chat}`, observed: '', exchange: stream, restsOn: [chat] },
    ];
    const judged = await judgeEvery({ ...check(isWrong), together: true }, ofAnswers, own(), all);
    expect(judged.evidence.seen.map(({ id }) => id)).toEqual([chat, stream]);
    expect(judged.decisive?.id).toBe(stream);
  });
  it('shows a place in an answer, too', async () => {
    const all = ['c#1', 'c#2'].map(good);
    const range = { exchange: 'c#1', at: 0, bytes: 1 };
    const isWrong: Expectation = () => [{ subject: 'answer', expected: 'a', observed: 'b', range }];
    const judged = await judgeEvery({ ...check(isWrong), together: true }, ofAnswers, own(), all);
    expect(judged.evidence.seen.map(({ id }) => id)).toEqual(['c#1']);
    expect(judged.decisive?.id).toBe('c#1');
  });
  it('does not apply where the document leaves open what it is about', async () => {
    const open: Expectation = () => ({ inconclusive: 'it is open', isUnspecified: true });
    const { verdict } = await judgeEvery({ ...check(open), together: true }, ofAnswers, own(), [good('own#1')]);
    expect(verdict).toEqual({ is: 'notApplicable', because: 'it is open' });
  });
  it('is inconclusive where there is nothing to compare', async () => {
    const { verdict } = await judgeEvery(together, ofAnswers, own(good('own#1')), [good('own#1')]);
    expect(verdict).toEqual({ is: 'inconclusive', because: 'there are no two' });
  });
  it('says how many of its own requests were refused, where there is nothing to compare', async () => {
    const long = answered({ id: 'own#2', status: 413 });
    const { verdict } = await judgeEvery(together, ofAnswers, own(good('own#1'), long), [good('own#1')]);
    const because = 'there are no two: 1 of 2 requests for it were refused (status 413)';
    expect(verdict).toEqual({ is: 'inconclusive', because });
  });
});
