import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valid, validExcept, withFault, startService } from '../../../fixtures/index.ts';
import type { Exchange } from '../../model/exchange.ts';
import { workspacePlaceholder } from '../../model/probe.ts';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { checks } from '../../index.ts';
import { checksNamed, judgeTarget, verdictsIn } from '../../judged-at.testing.ts';
import { judgeService } from '../../judged.testing.ts';
import { costOfSearch, priceSearchIn, type PriceSearch } from './prices.ts';
import { exchangesOfWorkspace } from './spending/uses.ts';

/** What use number `use` of all, and number `own` of its workspace, takes of its balance. */
type Covers = (balance: number, use: number, own: number) => number | undefined;

/** The end of a search with a service that charges this price, and the number of uses that it has charged. */
function searched(
  as: 'chat' | 'speech',
  price: number | Covers,
): { readonly end: PriceSearch; readonly charged: number } {
  const taken: Covers = typeof price === 'number' ? (balance) => (balance >= price ? price : undefined) : price;
  const seen: Exchange[] = [];
  const left = new Map<string, number>();
  let charged = 0;
  for (;;) {
    const end = priceSearchIn(seen, as);
    if (end.is === 'price' || end.is === 'unknown') return { end, charged };
    const balance = left.get(end.name) ?? end.balance;
    const own = exchangesOfWorkspace(seen, end.name).length;
    const amount = taken(balance, charged, own);
    left.set(end.name, balance - (amount ?? 0));
    if (amount !== undefined) charged += 1;
    const exchange = answered({ status: amount === undefined ? 402 : 200 });
    const headers = [['authorization', `Bearer ${workspacePlaceholder(end.name)}`]] as const;
    seen.push({ ...exchange, request: { ...exchange.request, headers } });
  }
}

describe('the search for a price', () => {
  const uses = fc.constantFrom('chat', 'speech');
  const planned = { chat: costOfSearch.chats, speech: costOfSearch.speeches };

  it('finds every whole price up to 96, for no more uses than it plans', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 96 }), uses, (price, as) => {
        const { end, charged } = searched(as, price);
        const above = Math.max(price - 1, price / 2);
        const ofEach = price === 1 ? { isOfEach: true } : {};
        expect(end).toEqual({ is: 'price', credits: price, above, isWhole: true, ...ofEach });
        expect(charged).toBeLessThanOrEqual(planned[as]);
      }),
    );
  });
  it('finds between which numbers any other price is, up to 1,000,000 credits, for no more uses than that', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.51, max: 1_000_000, noNaN: true }), uses, (price, as) => {
        const { end, charged } = searched(as, price);
        expect(charged).toBeLessThanOrEqual(planned[as]);
        if (end.is !== 'price') throw new Error(end.is);
        expect(price).toBeGreaterThan(end.above);
        expect(price).toBeLessThanOrEqual(end.credits);
        expect(end.isWhole && end.credits - price >= 1 / 6).toBe(false);
        expect(end.isOfEach).toBe(end.isWhole && end.credits === 1 ? true : undefined);
      }),
    );
  });
  it('is done after six charged uses where the price is that of credit-balance', () => {
    expect(searched('chat', 1).charged).toBe(6);
    expect(searched('speech', 3).charged).toBe(6);
  });
  it('takes none for that of each where some may cost more', () => {
    const dearerEverySecond: Covers = (balance, use) => {
      // The first use belongs to the search.
      const price = use === 0 || use % 2 === 1 ? 3 : 4;
      return balance >= price ? price : undefined;
    };
    const { end } = searched('speech', dearerEverySecond);
    expect(end).toEqual({ is: 'price', credits: 3, above: 2, isWhole: true });
  });
  it('ends where a credit buys more than one use, where the price is too high, and where that of a chat varies', () => {
    const open = (because: string): PriceSearch => ({ is: 'unknown', because, isUnspecified: true });
    expect(searched('chat', 0.4).end).toEqual(open('a balance of 1 covered more than one chat'));
    expect(searched('speech', 2_000_000).end).toEqual(open('a balance of 1000000 does not cover a speech'));
    const varying = searched('chat', (balance, use) => (balance >= (use < 2 ? 1 : 2) ? (use < 2 ? 1 : 2) : undefined));
    expect(varying.end).toEqual(open('what a chat costs varies: 5 credits covered 3'));
  });
  it('does not take the price of a first use, which costs more than the others, for that of each', () => {
    const firstTwice: Covers = (balance, _use, own) => {
      const price = own === 0 ? 6 : 3;
      return balance >= price ? price : undefined;
    };
    const { end, charged } = searched('speech', firstTwice);
    const because =
      'a balance of 35 covered 7 speeches, and one of 5 not a single one: does the first of a workspace cost more, or one that was answered before less?';
    expect(end).toEqual({ is: 'unknown', because });
    expect(charged).toBeLessThanOrEqual(planned.speech);
  });
  it('does not take what no balance seems to pay for a price that is open', () => {
    const { end, charged } = searched('speech', 0.1);
    const because =
      'a balance of 1 covered 8 times the same speech and no end was seen: is it free where it was answered before, or altogether?';
    expect(end).toEqual({ is: 'unknown', because });
    expect(charged).toBeLessThanOrEqual(planned.speech);
    expect(searched('chat', 0.13).end).toEqual({
      is: 'unknown',
      because: 'a balance of 1 covered more than one chat',
      isUnspecified: true,
    });
  });
  it('leaves open what another workspace had before, where that is free', async () => {
    let first: string | undefined;
    const settle: typeof valid.settle = (account, quote, operation) => {
      const quoted = quote();
      if (operation !== 'speech' || account.workspace.kind !== 'enterprise-per-user')
        return valid.settle(account, () => quoted, operation);
      first ??= account.id;
      return first === account.id
        ? valid.settle(account, () => quoted, operation)
        : { use: 'speech', from: 'credits', amount: 0 };
    };
    const of = checksNamed('metering.enterprise-prices/per-user-speeches-cost-their-price-each');
    expect(verdictsIn(await judgeService(validExcept({ settle }), of))).toEqual([
      expect.stringMatching(/^inconclusive: .*a balance of 1 covered 8 times the same speech and no end was seen/),
    ]);
  });
  it('tells an included chat that takes a credit where a chat is dearer than a speech, too', async () => {
    const priceOf: typeof valid.priceOf = (use, kind, asked) =>
      kind === 'credit-balance' ? valid.priceOf(use, kind, asked) : use === 'chat' ? 5 : 1;
    const of = checksNamed('metering.enterprise-prices/pooled-chat-is-included-first');
    expect(verdictsIn(await judgeService(validExcept({ priceOf }), of))).toEqual(['pass']);
    const { settle } = withFault('pooled-included-charged-in-credits-too');
    const [taken] = verdictsIn(await judgeService(validExcept({ priceOf, settle }), of));
    expect(taken).toMatch(/^fail: .*402/);
  });
  it('leaves what rests on it open where it cannot be known, and says why', async () => {
    const priceOf: typeof valid.priceOf = (use, kind, asked) =>
      kind === 'credit-balance' ? valid.priceOf(use, kind, asked) : 0.4;
    const { url, token, provisioner, close } = await startService({ behaviour: { priceOf } });
    const { findings } = await judgeTarget(
      url,
      checksNamed(
        'metering.enterprise-prices/per-user-chats-cost-their-price-each',
        'metering.enterprise/included-chat-is-covered',
      ),
      { token, provisioner, timeoutMs: 5_000 },
    );
    await close();
    expect(verdictsIn(findings)).toEqual([
      'notApplicable: its price could not be observed: a balance of 1 covered more than one chat; a balance of 1 covered more than one speech',
      'pass',
    ]);
  });
  it.each([
    [401, 'a chat got status 401: its token is not accepted'],
    [500, 'a chat got status 500: it was neither covered nor refused'],
  ])('says what came of a use that leaves it open: %i', (status, because) => {
    const exchange = answered({ status });
    const headers = [['authorization', `Bearer ${workspacePlaceholder('price_chat_1')}`]] as const;
    const seen = [{ ...exchange, request: { ...exchange.request, headers } }];
    expect(priceSearchIn(seen, 'chat')).toEqual({ is: 'unknown', because });
  });
  it.each([
    ['of three quarters of a credit', 0.75, 2.25],
    ['of one and a half', 1.5, 4.5],
    ['of a hundred', 100, 300],
  ])('accuses no price %s', async (_words, chat, speech) => {
    const priceOf: typeof valid.priceOf = (use, kind, asked) =>
      kind === 'credit-balance' ? valid.priceOf(use, kind, asked) : use === 'chat' ? chat : speech;
    const enterprise = checks.filter(({ id }) => id.startsWith('metering.enterprise'));
    const verdicts = verdictsIn(await judgeService(validExcept({ priceOf }), enterprise));
    const open = verdicts.filter((verdict) => verdict !== 'pass');
    expect(open).toHaveLength(5);
    for (const verdict of open) expect(verdict).toMatch(/^notApplicable: no whole balance tells the price of a/);
  });
});
