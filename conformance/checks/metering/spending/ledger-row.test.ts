import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../../../expectations/sample-exchange.testing.ts';
import type { Workspace } from '../../../model/probe.ts';
import { applyUses } from './follow.ts';
import { openLedger } from './ledger.ts';
import { asUnservedRow, ledgerRow } from './ledger-row.ts';
import type { Use } from './uses.ts';

function ledgerOf(workspace: Workspace, uses: readonly Use[], statuses: readonly number[]) {
  const seen = statuses.map((status, at) => answered({ status, id: `spend#${at + 1}` }));
  const followed = applyUses(openLedger(workspace), uses, seen);
  return followed.is === 'disagrees' ? followed.mismatch.ledger : undefined;
}
const cellsOf = (rows: ReturnType<typeof ledgerOf>) =>
  rows?.map(({ use, balance, price, expected, observed, parts }) =>
    [use, balance, price, expected, observed, parts === true ? '✗' : ''].join(' | '),
  );

describe('the ledger of a disagreement', () => {
  it('has every use up to it, with what was left and what it costs', () => {
    const rows = ledgerOf(
      { kind: 'credit-balance', credits: 4 },
      ['speech', 'chat', 'stream', 'chat'],
      [200, 200, 200],
    );
    expect(cellsOf(rows)).toEqual([
      'speech | 4 credits | 3 credits | 2xx | 200 | ',
      'chat | 1 credit | 1 credit | 2xx | 200 | ',
      'stream | 0 credits | not covered | 402 | 200 | ✗',
    ]);
    expect(rows?.map(({ exchange }) => exchange)).toEqual(['spend#1', 'spend#2', 'spend#3']);
  });
  it('tells included usage, and how much of a limit is used', () => {
    const pooled = { kind: 'enterprise-pooled', includedRequests: 1, includedTts: 2, credits: 1 } as const;
    const member = { ...pooled, caller: 'member', memberRequestLimit: 1 } as const;
    expect(cellsOf(ledgerOf(pooled, ['chat', 'chat', 'chat'], [200, 200, 200]))).toEqual([
      'chat | 1 included chat, 2 included speeches, 1 credit | an included chat | 2xx | 200 | ',
      'chat | 0 included chats, 2 included speeches, 1 credit | 1 credit | 2xx | 200 | ',
      'chat | 0 included chats, 2 included speeches, 0 credits | not covered | 402 | 200 | ✗',
    ]);
    expect(cellsOf(ledgerOf(member, ['chat', 'chat'], [200, 200]))?.[1]).toMatch(
      /1 of the member's 1 chat \| not covered \| 402/,
    );
  });
  it('tells both balances where it is open whether a refused speech was charged', () => {
    const rows = ledgerOf({ kind: 'credit-balance', credits: 3 }, ['bad speech', 'chat'], [400, 403]);
    expect(cellsOf(rows)).toEqual([
      'bad speech | 3 credits | nothing or a speech | a refusal, any 4xx | 400 | ',
      'chat | 3 credits or 0 credits | 1 credit or not covered | 2xx or 402 | 403 | ✗',
    ]);
  });
  it('tells of a valid chat that was refused that nothing is due for it', () => {
    const [states, refused] = [[openLedger({ kind: 'credit-balance', credits: 1 })], answered({ status: 400 })];
    const row = ledgerRow(states, 'chat of emoji', refused);
    expect(asUnservedRow(row, 'chat of emoji', refused)).toMatchObject({
      price: 'nothing',
      observed: '400',
      unserved: true,
    });
    expect(asUnservedRow(row, 'chat of emoji', answered({}))).toBe(row);
  });
  it('is none where nothing disagrees; what costs nothing may be answered in any way', () => {
    expect(ledgerOf({ kind: 'credit-balance', credits: 1 }, ['chat'], [200])).toBeUndefined();
    const states = [openLedger({ kind: 'credit-balance', credits: 1 })];
    expect(ledgerRow(states, 'HEAD', answered({}))).toMatchObject({ price: 'nothing', expected: 'any answer' });
    expect(ledgerRow(states, 'bad chat', unanswered('dropped'))).toMatchObject({
      price: 'nothing',
      observed: 'no answer',
    });
  });
});
