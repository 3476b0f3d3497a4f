import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { findingWith } from './sample-finding.testing.ts';
import { withAttempts } from './with-attempts.ts';

const [refused, listed, chat] = [
  { ...answered({ id: 'spend#1', status: 429 }), attempt: 1 },
  { ...answered({ id: 'spend#1.2' }), attempt: 2 },
  { ...answered({ id: 'spend#2', status: 402 }), attempt: 1 },
];
const row = { balance: '1 credit', price: 'nothing', expected: 'any answer', observed: '200' };
const ledger = [
  { ...row, exchange: 'spend#1.2', use: 'list bots' },
  { ...row, exchange: 'spend#2', use: 'chat', observed: '402', parts: true as const },
];

describe('the ledger of a finding', () => {
  it('has the attempts that were refused for now, and so have its exchanges', () => {
    const finding = findingWith('fail', { ledger, exchanges: ['spend#1.2', 'spend#2'] });
    const [told] = withAttempts([finding], [refused, listed, chat]);
    expect(told?.exchanges).toEqual(['spend#1', 'spend#1.2', 'spend#2']);
    expect(told?.ledger?.map(({ exchange, use, observed, parts }) => [exchange, use, observed, parts])).toEqual([
      ['spend#1', 'list bots, attempt 1', '429', undefined],
      ['spend#1.2', 'list bots', '200', undefined],
      ['spend#2', 'chat', '402', true],
    ]);
  });
  it('is left alone where each was answered at once', () => {
    const finding = findingWith('fail', { ledger: ledger.slice(1), exchanges: ['spend#2'] });
    expect(withAttempts([finding], [chat])).toEqual([finding]);
  });
});
