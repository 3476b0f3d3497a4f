import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawful, startService } from '../../fixtures/index.ts';
import type { Exchange } from '../core/exchange.ts';
import { workspacePlaceholder } from '../core/probe.ts';
import { answered } from '../expect/sample-exchange.testing.ts';
import { checksNamed, judgedAt, verdictsIn } from '../judged-at.testing.ts';
import { costOfSearch, searchIn, type Search } from './prices.ts';

/** How the search ends with a service that has this price, and how many uses it has charged. */
function searched(as: 'chat' | 'speech', price: number): { readonly end: Search; readonly charged: number } {
  const seen: Exchange[] = [];
  const left = new Map<number, number>();
  let charged = 0;
  for (;;) {
    const end = searchIn(seen, as);
    if (end.is === 'price' || end.is === 'unknown') return { end, charged };
    const balance = left.get(end.balance) ?? end.balance;
    const isCovered = balance >= price;
    left.set(end.balance, isCovered ? balance - price : balance);
    if (isCovered) charged += 1;
    const exchange = answered({ status: isCovered ? 200 : 402 });
    const headers = [['authorization', `Bearer ${workspacePlaceholder(`price_${as}_${end.balance}`)}`]] as const;
    seen.push({ ...exchange, request: { ...exchange.request, headers } });
  }
}

describe('the search for a price', () => {
  it('finds every whole price up to 96, for no more uses than it plans', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 96 }), fc.constantFrom('chat', 'speech'), (price, as) => {
        const { end, charged } = searched(as, price);
        expect(end).toEqual({ is: 'price', credits: price });
        expect(charged).toBeLessThanOrEqual(as === 'chat' ? costOfSearch.chats : costOfSearch.speeches);
      }),
    );
  });
  it('is done after one charged use where the price is that of credit-balance', () => {
    expect(searched('chat', 1).charged).toBe(1);
    expect(searched('speech', 3).charged).toBe(1);
  });
  it('ends where a credit buys more than one use, and where the price is too high', () => {
    expect(searched('chat', 0.4).end).toEqual({ is: 'unknown', because: 'a balance of 1 covered more than one chat' });
    expect(searched('speech', 500).end).toEqual({ is: 'unknown', because: 'a balance of 96 does not cover a speech' });
  });
  it('leaves what rests on it open where it cannot be known, and says why', async () => {
    const priceOf: typeof lawful.priceOf = (use, kind, asked) =>
      kind === 'credit-balance' ? lawful.priceOf(use, kind, asked) : 0.4;
    const { url, token, provisioner, close } = await startService({ behaviour: { priceOf } });
    const { findings } = await judgedAt(
      url,
      checksNamed(
        'metering.enterprise-prices/per-user-chats-cost-their-price-each',
        'metering.enterprise/included-chat-is-covered',
      ),
      { token, provisioner, timeoutMs: 5_000 },
    );
    await close();
    expect(verdictsIn(findings)).toEqual([
      'inconclusive: its price could not be observed: a balance of 1 covered more than one chat; a balance of 1 covered more than one speech',
      'pass',
    ]);
  });
});
