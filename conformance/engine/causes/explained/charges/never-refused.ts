import { isAccepted, type Exchange } from '../../../../model/exchange.ts';
import { leadExchangeId } from '../../../../model/mismatch.ts';
import type { Finding } from '../../../../model/run.ts';
import type { Explanation } from '../explained.ts';
import { isSequential, type Accounts } from './accounts.ts';
import { isCharged } from '../charged.ts';
import { asDocumented, uncoveredUses } from './charging.ts';

/** Fewest failures, as of fewer each says as much, and fewest uses, as fewer may each be covered for another reason. */
const [leastFailed, leastUses] = [4, 8];

/**
 * A service that refuses no use for what is left: it answers every use that nothing covers, of all operations and in
 * all workspaces. Undefined where it refuses any of them.
 */
export function neverRefusedIn(
  exchanges: readonly Exchange[],
  failed: readonly Finding[],
  accountsOfRun: () => Accounts,
): Explanation | undefined {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const has = (finding: Finding): boolean => {
    const shown = byId.get(leadExchangeId(finding));
    return (
      finding.check.startsWith('metering.') && shown !== undefined && isCharged(shown.operation) && isAccepted(shown)
    );
  };
  if (failed.filter(has).length < leastFailed) return undefined;
  // A use beyond the limit of a member is refused for another reason than what is left.
  const accounts = accountsOfRun().all.filter((each) => isSequential(each) && each.workspace.caller !== 'member');
  const uses = accounts.flatMap((account) => uncoveredUses(account, asDocumented));
  const operations = new Set(uses.map(({ operation }) => operation));
  if (uses.length < leastUses || operations.size === 1 || !uses.every(isAccepted)) return undefined;
  return {
    has,
    title: `no use is refused for what is left: all ${uses.length} that nothing covered were answered`,
    shownIn: () => ({
      says: `All ${uses.length} uses that neither credits nor a plan covered were answered: ${[...operations].join(', ')}. Is the price compared with what is left, and may that be less than nothing?`,
    }),
    leadOf: (group) =>
      group.find(({ check }) => check === 'metering.refusal/spent-chat-is-402') ??
      group.find(({ check }) => check.startsWith('metering.refusal/')),
    isRoot: true,
  };
}
