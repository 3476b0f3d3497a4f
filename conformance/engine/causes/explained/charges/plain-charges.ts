import type { Operation } from '../../../../model/exchange.ts';
import { isGenerated } from '../../../../model/generated.ts';
import type { Finding } from '../../../../model/run.ts';
import type { Accounts } from './accounts.ts';
import { isCharged, type ChargedOperation } from '../charged.ts';

/**
 * The exchange at which the answers part from a ledger, or which shows a failure without a ledger; undefined for checks
 * of other families than `metering`.
 */
export function partedIn(finding: Finding): string | undefined {
  if (!finding.check.startsWith('metering.')) return undefined;
  return finding.ledger?.find(({ parts }) => parts === true)?.exchange ?? finding.mismatches[0]?.exchange;
}

/** Whether the ledger has only plain uses of these operations: a use of another form may have a price of its own. */
export function isPlain(
  { ledger = [] }: Finding,
  operations: readonly ChargedOperation[],
  accounts: Accounts,
): boolean {
  return (
    ledger.length > 0 &&
    ledger.every(({ exchange, use }) => {
      const operation = operationOf(exchange, accounts);
      return !operations.some((each) => each === operation) || operation === use;
    })
  );
}

/** Whether the plan of a workspace includes uses of these operations: only there does a charge to a plan show. */
function hasSomeIncluded(finding: Finding, operations: readonly ChargedOperation[], accounts: Accounts): boolean {
  const { includedRequests = 0, includedTts = 0 } = accounts.of(partedIn(finding) ?? '')?.workspace ?? {};
  return operations.some((operation) => (operation === 'speech' ? includedTts : includedRequests) > 0);
}

/**
 * The failure with the fewest uses, and with uses of these operations alone, if there is one. `ofPlan`: the deviation
 * is in what is taken of a plan, and not in credits.
 */
export function simplestFailure(
  group: readonly Finding[],
  { operations, ofPlan }: { readonly operations: readonly ChargedOperation[]; readonly ofPlan?: true },
  accounts: Accounts,
): Finding | undefined {
  const placeOf = (finding: Finding): number => {
    const { ledger = [], exchanges } = finding;
    const others = ledger.filter(({ exchange }) => {
      const operation = operationOf(exchange, accounts);
      return isCharged(operation) && !operations.includes(operation);
    });
    const isPlainly = isPlain(finding, operations, accounts);
    return (
      (isPlainly ? 0 : 1_000_000) +
      (isGenerated(finding) ? 500_000 : 0) +
      (hasSomeIncluded(finding, operations, accounts) === (ofPlan === true) ? 0 : 250_000) +
      1_000 * (ledger.length + others.length) +
      exchanges.length
    );
  };
  return group.toSorted((a, b) => placeOf(a) - placeOf(b))[0];
}

function operationOf(id: string, accounts: Accounts): Operation {
  return accounts.of(id)?.asked.find((exchange) => exchange.id === id)?.operation ?? 'other';
}
