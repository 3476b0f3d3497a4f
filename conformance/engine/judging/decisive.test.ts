import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { decisiveExchange, reportedMismatches } from './finding-of.ts';

const ids = ['chat#1', 'chat#12', 'chat#2'];
const seen = ids.map((id) => answered({ id }));
const mismatch = { subject: 'status', expected: 'any but chat#1', observed: '500' };
const decisiveId = (...more: readonly object[]) =>
  decisiveExchange(
    more.map((each) => ({ ...mismatch, ...each })),
    seen,
  )?.id;

describe('the decisive exchange', () => {
  it('is the one that a mismatch refers to, or a place in it, and none of those that this rests on', () => {
    expect(decisiveId({ exchange: 'chat#12', restsOn: ['chat#1'] })).toBe('chat#12');
    expect(decisiveId({ range: { exchange: 'chat#1', at: 0, bytes: 1 } })).toBe('chat#1');
    expect(decisiveId({}, { exchange: 'chat#1' })).toBe('chat#1');
  });
  it('is the last where none is referred to, whatever a sentence says', () => {
    expect(decisiveId({ subject: 'status of chat#12', observed: 'chat#1 without it' })).toBe('chat#2');
    expect(decisiveId()).toBe('chat#2');
    expect(decisiveId({}, { exchange: 'elsewhere' })).toBe('chat#2');
    expect(decisiveExchange([], [])).toBeUndefined();
  });
});

describe('a mismatch', () => {
  it('names the exchange that shows it, whether its expectation did or not', () => {
    const ranged = { ...mismatch, range: { exchange: 'chat#12', at: 0, bytes: 1 } };
    const { mismatches: told } = reportedMismatches([{ ...mismatch, exchange: 'chat#1' }, ranged, mismatch], seen);
    expect(told.map(({ exchange }) => exchange)).toEqual(['chat#1', 'chat#12', 'chat#2']);
  });
  it('names none where nothing was sent', () => {
    expect(reportedMismatches([mismatch], [])).toEqual({ mismatches: [mismatch] });
  });
  it('leaves its ledger to the finding, which shows one', () => {
    const row = {
      exchange: 'chat#1',
      use: 'chat',
      balance: '1 credit',
      price: '1 credit',
      expected: '2xx',
      observed: '402',
    };
    const told = reportedMismatches([mismatch, { ...mismatch, ledger: [row] }, { ...mismatch, ledger: [] }], seen);
    expect(told.ledger).toEqual([row]);
    expect(told.mismatches).toEqual(Array.from({ length: 3 }, () => ({ ...mismatch, exchange: 'chat#2' })));
  });
});
