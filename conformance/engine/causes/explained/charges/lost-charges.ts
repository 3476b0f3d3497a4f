import { isAccepted, type Exchange } from '../../../../model/exchange.ts';
import { isIntermittent } from '../../../../model/mismatch.ts';
import type { Finding } from '../../../../model/run.ts';
import { isSequential, type Account, type Accounts } from './accounts.ts';
import { chargedOperations } from '../charged.ts';
import { agreesWith, asDocumented, runsOutUnder, canExplainUntil } from './charging.ts';
import type { Explanation } from '../explained.ts';
import { partedIn, simplestFailure } from './plain-charges.ts';

/** Fewest failures: fewer may each have a reason of their own. */
const leastFailed = 3;
/**
 * Fewest workspaces with uses in turn that were not charged: with fewer, it may happen only where uses are
 * simultaneous.
 */
const leastWrong = 2;

/**
 * Charges that are not always made: workspaces kept credits that they had used, and at least one of them did not when
 * the same was sent once more. What is asked for has nothing to do with it.
 */
export function lostChargesIn(
  exchanges: readonly Exchange[],
  failed: readonly Finding[],
  accountsOfRun: () => Accounts,
): Explanation | undefined {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const charged = failed.filter((finding) => partedIn(finding) !== undefined);
  if (!charged.some(isIntermittent)) return undefined;
  const accounts = accountsOfRun();
  const isKept = (finding: Finding): boolean => {
    const parted = byId.get(partedIn(finding) ?? '');
    const account = parted && accounts.of(parted.id);
    return (
      parted !== undefined &&
      account !== undefined &&
      isAccepted(parted) &&
      !canExplainUntil(account, asDocumented, parted.id)
    );
  };
  const kept = charged.filter(isKept);
  if (kept.length < leastFailed || !kept.some(isIntermittent)) return undefined;
  const spent = accounts.all.filter(
    (account) => isSequential(account) && isOfCredits(account) && runsOutUnder(account, asDocumented),
  );
  const wrong = spent.filter((account) => !agreesWith(account, asDocumented)).length;
  if (wrong < leastWrong) return undefined;
  return {
    has: (finding) => kept.includes(finding),
    title: `not every use is charged: ${wrong} of ${spent.length} workspaces kept credits that they had used up`,
    shownIn: () => ({
      says: `It comes and goes: ${wrong} of ${spent.length} workspaces kept credits that they had used up, and the same uses were charged in the others, so that what was asked for has nothing to do with it. Several processes that each keep balances of their own would look so.`,
    }),
    leadOf: (group) => simplestFailure(group, { operations: chargedOperations }, accounts),
    isRoot: true,
    comesAndGoes: true,
  };
}

function isOfCredits({ workspace }: Account): boolean {
  return workspace.kind === 'credit-balance' && workspace.caller !== 'member';
}
