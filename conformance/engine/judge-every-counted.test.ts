import { describe, expect, it } from 'vitest';
import { onAnswer } from '../expectations/on-answer.ts';
import { answered } from '../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../model/exchange.ts';
import { judgeEvery } from './judge-every.ts';
import { check, ofAnswers, own } from './judge-every.testing.ts';

const spoken = (status: number, format: string, at: number): Exchange =>
  answered({ id: `${format}-${status}-${at}#1`, status, sent: { text: `a ${at}`, format } });
const isLabelled = onAnswer(({ headers }) =>
  headers.length > 0 ? [] : [{ subject: 'Content-Type', expected: 'a type', observed: 'no such field' }],
);

describe('what is wrong with several answers', () => {
  it('counts one kind whatever its answers are called by what was asked', async () => {
    const named = onAnswer(({ status }, { id }) => {
      const mismatch = { subject: `audio of ${id}`, expected: 'sound', observed: 'none', kind: { subject: 'audio' } };
      return status === 200 ? [] : [mismatch];
    });
    const all = Array.from({ length: 40 }, (_, at) => spoken(at < 20 ? 299 : 200, at < 20 ? 'wav' : 'mp3', at));
    const { mismatches } = await judgeEvery(check(named), ofAnswers, own(), all);
    expect(mismatches.map(({ answers }) => answers?.which)).toEqual([
      '20 of 40 answers, all 20 of them to requests with "format":"wav"',
    ]);
  });
  it('shows a text with words, where that got the same', async () => {
    const saying = (id: string, text: string): Exchange =>
      answered({ id, headers: [], sent: { text, voice: 'alloy' } });
    const odd = saying('odd#1', '?!');
    const all = [odd, saying('plain#4', 'Good morning.')];
    const { decisive } = await judgeEvery(check(isLabelled), ofAnswers, own(odd), all);
    expect(decisive?.id).toBe('plain#4');
  });
});
