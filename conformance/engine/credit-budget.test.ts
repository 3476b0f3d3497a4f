import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startService, type RunningService } from '../../fixtures/index.ts';
import { answered } from '../expectations/sample-exchange.testing.ts';
import { checks } from '../index.ts';
import { judgeTarget } from '../judged-at.testing.ts';
import { addCosts, creditsOf, noCost, costOfExchange } from '../model/costs.ts';
import { createBudget } from './credit-budget.ts';

const chat = { chats: 1, speeches: 0 };
const speech = { chats: 0, speeches: 1 };

describe('the budget', () => {
  it('reserves before anything is sent, and gives back what was not used', () => {
    const budget = createBudget(4);
    const reservation = budget.reserve(speech);
    expect(budget.creditsLeft()).toBe(1);
    expect(budget.reserve(speech)).toBeUndefined();
    reservation?.note(answered({ status: 400, operation: 'speech' }));
    reservation?.close();
    expect(budget.creditsLeft()).toBe(4);
  });
  it('keeps what was used', () => {
    const budget = createBudget(4);
    const reservation = budget.reserve(speech);
    reservation?.note(answered({ operation: 'speech' }));
    reservation?.close();
    expect(budget.creditsLeft()).toBe(1);
  });
  it('has no room for another attempt past the cap', () => {
    const budget = createBudget(1);
    const reservation = budget.reserve(chat);
    expect(reservation?.extend(chat)).toBe(false);
    expect(createBudget(2).reserve(chat)?.extend(chat)).toBe(true);
  });
  it('counts what earlier parts of the run have used', async () => {
    const budget = createBudget(4, { chats: 1, speeches: 1 });
    expect(budget.creditsLeft()).toBe(4 - creditsOf({ chats: 1, speeches: 1 }));
    expect(await budget.reserveInTurn({ chats: 5, speeches: 0 }, 1)).toMatchObject({
      needed: creditsOf({ chats: 6, speeches: 1 }),
    });
  });
  it('lets what does not fit yet wait for what comes back, the lowest turn first', async () => {
    const budget = createBudget(4);
    const reservation = budget.reserve(speech);
    const told: string[] = [];
    const waiting = [7, 5].map(async (turn) => {
      const outcome = await budget.reserveInTurn(speech, turn);
      told.push(
        'needed' in outcome ? `${turn} refused: ${outcome.left} left, ${outcome.needed} needed` : `${turn} fits`,
      );
      if ('needed' in outcome) return;
      outcome.note(answered({ operation: 'speech' }));
      outcome.close();
    });
    expect(await budget.reserveInTurn(noCost, 9)).toHaveProperty('close');
    expect(told).toEqual([]);
    reservation?.close();
    await Promise.all(waiting);
    expect(told).toEqual(['5 fits', '7 refused: 1 left, 6 needed']);
  });
  it('gives what is asked for in the same moment to the lowest turn', async () => {
    const budget = createBudget(4);
    const outcomes = [7, 5].map(async (turn) => budget.reserveInTurn(speech, turn));
    const fits = await Promise.all(outcomes.map(async (outcome) => Promise.race([outcome, soon()])));
    expect(fits.map((outcome) => outcome !== undefined && 'close' in outcome)).toEqual([false, true]);
  });
  it('says of each that is refused what it and all others that wait need', async () => {
    const budget = createBudget(1);
    const outcomes = await Promise.all([speech, speech, speech].map((cost, turn) => budget.reserveInTurn(cost, turn)));
    expect(outcomes.map((outcome) => ('needed' in outcome ? outcome.needed : 0))).toEqual([9, 9, 9]);
  });
  it('has no end without a cap', () => {
    expect(createBudget(undefined).reserve({ chats: 1e9, speeches: 1e9 })).toBeDefined();
  });
  it('never lets reservations and spending pass the cap, whatever is opened, noted and closed', () => {
    const steps = fc.array(
      fc.record({ cost: fc.constantFrom(chat, speech), used: fc.boolean(), more: fc.boolean(), closes: fc.nat(3) }),
    );
    fc.assert(
      fc.property(fc.nat(30), steps, (cap, steps) => {
        const budget = createBudget(cap);
        const open: (() => void)[] = [];
        for (const { cost, used, more, closes } of steps) {
          const reservation = budget.reserve(cost);
          const operation = cost === chat ? 'chat' : 'speech';
          if (reservation !== undefined && used) reservation.note(answered({ operation }));
          if (reservation !== undefined && more && reservation.extend(cost)) reservation.note(answered({ operation }));
          if (reservation !== undefined) open.push(reservation.close);
          for (const close of open.splice(0, closes)) close();
          expect(budget.creditsLeft()).toBeGreaterThanOrEqual(0);
          expect(budget.creditsLeft()).toBeLessThanOrEqual(cap);
        }
      }),
    );
  });
});

describe('a run on any selection under any cap', () => {
  /** Everything that the service has charged, whichever account paid. */
  const booked = ({ ledgers }: RunningService) => {
    const charges = ledgers.all().flatMap((ledger) => ledger.charges);
    const count = (use: string): number => charges.filter((charge) => charge.use === use).length;
    return { chats: count('chat'), speeches: count('speech') };
  };

  it('spends what the ledgers say, provisioned or not, and never more than the cap', { timeout: 120_000 }, async () => {
    const ids = fc.uniqueArray(fc.constantFrom(...checks), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(ids, fc.nat(80), fc.integer({ min: 1, max: 8 }), async (chosen, maxCredits, concurrency) => {
        const service = await startService();
        const { url, token, otherToken, spentToken, provisioner } = service;
        const given = { token, otherToken, spentToken, provisioner, maxCredits, concurrency, timeoutMs: 5_000 };
        const { exchanges } = await judgeTarget(url, chosen, given);
        const spend = exchanges.map(costOfExchange).reduce(addCosts, noCost);
        await service.close();
        expect(spend).toEqual(booked(service));
        expect(creditsOf(spend)).toBeLessThanOrEqual(maxCredits);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a run with --max-credits', () => {
  /** The checks that use only the caller's own account: workspaces of a provisioner do not count towards the cap. */
  const own = checks.filter(({ probe }) => probe.workspace === undefined);

  it('judges everything under the cap that it said would do, where a smaller one left something', async () => {
    const service = await startService();
    const judged = async (maxCredits: number) =>
      judgeTarget(service.url, own, {
        token: service.token,
        otherToken: service.otherToken,
        maxCredits,
        timeoutMs: 5_000,
      });
    const reasonsOf = ({ findings }: Awaited<ReturnType<typeof judged>>): readonly string[] =>
      findings.flatMap(({ verdict }) => (verdict.is === 'inconclusive' ? [verdict.because] : []));
    const caps = reasonsOf(await judged(40)).map((because) => Number(/(\d+) is enough$/.exec(because)?.[1] ?? 0));
    expect(caps.length).toBeGreaterThan(0);
    expect(reasonsOf(await judged(Math.max(...caps)))).toEqual([]);
    await service.close();
  });

  it('is never charged for more, however many go at once, and says what did not fit', async () => {
    const service = await startService();
    let charged = 0;
    const spentSince = (): number => {
      const amounts = [service.token, service.otherToken].map(
        (token) => 1e9 - (service.ledgers.of(token)?.balance.credits ?? 0),
      );
      const sum = amounts.reduce((a, b) => a + b, 0);
      const more = sum - charged;
      charged = sum;
      return more;
    };
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.integer({ min: 1, max: 16 }), async (maxCredits, concurrency) => {
        const { token, otherToken, url } = service;
        spentSince();
        const { findings } = await judgeTarget(url, own, {
          token,
          otherToken,
          maxCredits,
          concurrency,
          timeoutMs: 5_000,
        });
        expect(spentSince()).toBeLessThanOrEqual(maxCredits);
        expect(findings.filter(({ verdict }) => verdict.is === 'fail')).toEqual([]);
        const open = findings.flatMap(({ verdict }) => (verdict.is === 'inconclusive' ? [verdict.because] : []));
        for (const because of open) {
          expect(because).toMatch(
            /^it can cost \d+ credits and --max-credits leaves \d+; --max-credits \d+ is enough$|failed, so this cannot be judged$/,
          );
        }
      }),
      {
        numRuns: 12,
        examples: [
          [0, 16],
          [5, 16],
        ],
      },
    );
    await service.close();
  });
});

/** Resolves after everything under way had time to go on. */
function soon(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), 20));
}
