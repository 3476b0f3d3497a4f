import { expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Mismatch } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { workspacePlaceholder } from '../../model/probe.ts';
import { ownerStillPaysForItself, visitorPays } from './neighbours.ts';

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

it('whoever chats with the bot of another workspace pays for it, where he is answered', () => {
  const judge = (visit: number, owner: number, own: number): unknown =>
    visitorPays([by('visitor', 1, visit), by('owner', 2, owner), by('visitor', 3, own)]);
  expect(judge(200, 200, 402)).toEqual([]);
  expect(judge(200, 402, 402)).toMatchObject([
    {
      exchange: 'chat#2',
      expected: 'success, any 2xx: 1 credit left for a chat at 1',
      ledger: [
        { exchange: 'chat#1', use: 'chat of another workspace with its bot' },
        { exchange: 'chat#2', parts: true },
      ],
    },
  ]);
  expect(judge(200, 200, 200)).toMatchObject([{ exchange: 'chat#3', expected: '402: 0 credits left for a chat at 1' }]);
  expect(visitorPays([by('visitor', 1, 404)])).toEqual({
    inconclusive: 'a chat with the bot of another workspace got status 404',
    isUnspecified: true,
  });
  expect(visitorPays([by('visitor', 1, 402)])).toEqual({
    inconclusive: 'a chat with the bot of another workspace got status 402',
  });
  expect(visitorPays([])).toEqual({ inconclusive: 'there was no answer to judge' });
});
