import { expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Mismatch } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { workspacePlaceholder } from '../../model/probe.ts';
import { ownerStillPaysForItself } from './neighbours.ts';

function by(name: string, at: number, status: number): Exchange {
  const exchange = answered({ id: `chat#${at}`, operation: 'chat', status, body: { sessionId: 'a', reply: 'b' } });
  const headers = [['authorization', `Bearer ${workspacePlaceholder(name)}`]] as const;
  return { ...exchange, request: { ...exchange.request, headers } };
}

it('the try of another that costs a workspace its credit stands in the ledger, where it was sent', () => {
  const seen = [by('owner', 1, 200), by('other', 2, 404), by('owner', 3, 402)];
  const [mismatch] = [ownerStillPaysForItself(seen)].flat() as Mismatch[];
  expect(mismatch?.ledger?.map(({ exchange, use, balance, parts }) => [exchange, use, balance, parts])).toEqual([
    ['chat#1', 'chat', '2 credits', undefined],
    ['chat#2', 'chat of another workspace in its session', '1 credit', undefined],
    ['chat#3', 'chat', '1 credit', true],
  ]);
  expect(ownerStillPaysForItself([by('owner', 1, 200), by('other', 2, 404), by('owner', 3, 200)])).toEqual([]);
});
