import fc from 'fast-check';
import { expect, it } from 'vitest';
import { charged, openingBalance, quote, type Workspace as Owned } from '../../../fixtures/service/accounts/ledger.ts';
import { valid } from '../../../fixtures/index.ts';
import { coverageOf, openLedger, type MeteredAs } from './spending/ledger.ts';

const asked = { operation: 'chat', fields: {} } as const;
const amount = fc.nat(12);
const limits = fc.record({ memberRequestLimit: fc.nat(6), memberTtsLimit: fc.nat(6) }, { requiredKeys: [] });
const owned: fc.Arbitrary<Owned> = fc
  .tuple(
    fc.record({
      kind: fc.constantFrom('credit-balance' as const, 'enterprise-pooled' as const, 'enterprise-per-user' as const),
      credits: amount,
      includedRequests: amount,
      includedTts: amount,
      caller: fc.constantFrom('apiKey' as const, 'member' as const),
    }),
    limits,
  )
  .map(([workspace, limit]) => ({ ...workspace, ...limit }));
const uses = fc.array(fc.constantFrom<MeteredAs>('chat', 'speech'), { minLength: 1, maxLength: 30 });

/** Both ledgers were written independently from the same table: a slip in either makes this test fail. */
it('agrees with the ledgers of the reference service over 10,000 sequences, in any order of uses', () => {
  fc.assert(
    fc.property(owned, uses, (workspace, sequence) => {
      let balance = openingBalance(workspace);
      let ledger = openLedger(workspace);
      for (const use of sequence) {
        const quoted = quote(balance, use, {
          price: valid.priceOf(use, workspace.kind, asked),
          sources: valid.sourcesFor(workspace.kind, use, asked),
          pool: valid.poolFor(use),
          memberLimit: valid.memberLimitFor(use, workspace, asked),
        });
        const covered = coverageOf(ledger, use);
        const charge = covered.is === 'uncovered' ? undefined : { use, from: covered.from, amount: covered.amount };
        const refusal =
          covered.is === 'uncovered' && covered.because === 'memberLimit' ? 'over-member-limit' : 'uncovered';
        expect(quoted).toEqual(charge ?? refusal);
        if (charge !== undefined) balance = charged(balance, charge);
        if (covered.is !== 'uncovered') ledger = covered.after;
      }
      expect(ledger.left).toEqual({
        credits: balance.credits,
        includedRequests: balance.includedRequests,
        includedTts: balance.includedTts,
      });
    }),
    { numRuns: 10_000 },
  );
});
