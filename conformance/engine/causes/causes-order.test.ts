import { describe, expect, it } from 'vitest';
import { checksIn, failure, causesFor } from './causes.testing.ts';

describe('the causes of failures', () => {
  it('begin with the heaviest, and each with what is about one thing', () => {
    const should = failure('chat.flags/s', { level: 'SHOULD', subject: 'reply' });
    const general = failure('speech.generated/rejects-invalid', { subject: 'status of speech 1' });
    const causes = causesFor([should, general, failure('speech.speed/a', { reproduces: 'the one#3' })]);
    expect(checksIn(causes)).toEqual([['speech.speed/a', general.check], ['chat.flags/s']]);
    expect(causes[0]).toMatchObject({ exchange: 'the one#3', title: 'speech.speed: status: 200, expected a refusal' });
  });
  it('of one weight begin with what one caller gets of another', () => {
    const failed = [
      ['chat.reply/a', 'a page'],
      ['sessions.continue/b', 'no id'],
      ['sessions.isolation/c', 'a word'],
      ['sessions.foreign/d', 'a list'],
    ].map(([check = '', observed = '']) => failure(check, { subject: check, observed }));
    expect(checksIn(causesFor(failed)).map(([check]) => check)).toEqual([
      'sessions.isolation/c',
      'sessions.foreign/d',
      'chat.reply/a',
      'sessions.continue/b',
    ]);
  });
  it('count no server error as something that one caller gets of another', () => {
    const foreign = failure('sessions.isolation/a', { observed: '500', expected: 'any but 5xx' });
    const own = failure('sessions.continue/b', { observed: '500', expected: 'any but 5xx' });
    const of = (exchanges: readonly string[]) => checksIn(causesFor([{ ...foreign, exchanges }, own]));
    expect(of(Array.from({ length: 12 }, (_, at) => `a#${at}`))).toEqual([[own.check], [foreign.check]]);
  });
  it('begin with lengths that were asked for to be compared, before those that were compared with all others', () => {
    const length = (check: string, observed: string) =>
      failure(check, { subject: 'length', observed, expected: `more than ${check}` });
    const [all, own] = [length('speech.speed/everywhere', '1 s'), length('speech.speed/slows', '2 s')];
    expect(checksIn(causesFor([all, own], [], [], [all.check]))).toEqual([[own.check], [all.check]]);
  });
  it('begin with the shorter of two ledgers', () => {
    const row = { use: 'chat', exchange: 'a#1', balance: '1', price: '1', expected: 'covered', observed: '200' };
    const charged = (check: string, rows: number, observed: string) =>
      failure(check, { observed, ledger: Array.from({ length: rows }, () => row) });
    const [long, short] = [charged('metering.forms/a', 4, '402'), charged('metering.uncharged/b', 2, '403')];
    expect(checksIn(causesFor([long, short]))).toEqual([[short.check], [long.check]]);
    const generated = {
      ...short,
      ...failure('metering.generated/c', { subject: 'charge', ledger: short.ledger ?? [] }),
    };
    expect(checksIn(causesFor([generated, long]))).toEqual([[long.check], [generated.check]]);
  });
  it('of one weight begin with what few calls show', () => {
    const calls = Array.from({ length: 12 }, (_, at) => `a#${at}`);
    const long = failure('metering.pooled/long', { subject: 'status of a', expected: 'any but 5xx', exchanges: calls });
    const short = failure('metering.pooled/short', { subject: 'status of b', exchanges: ['b#1'] });
    expect(checksIn(causesFor([long, short]))).toEqual([[short.check], [long.check]]);
  });
});
