import { isConnectionDropped, type Exchange } from '../../../../model/exchange.ts';
import { isIntermittent, leadExchangeId } from '../../../../model/mismatch.ts';
import type { Finding } from '../../../../model/run.ts';
import { isSequential, type Accounts } from './accounts.ts';
import { asDocumented, uncoveredUses } from './charging.ts';
import type { Explanation } from '../explained.ts';

/** Fewest failures: fewer may each be dropped for what else they ask. */
const leastFailed = 3;
/**
 * Least share of the uncovered uses that are dropped: some are refused earlier, as they ask for a bot that does not
 * exist.
 */
const leastOfUncovered = 0.5;
/**
 * Least share of dropped requests that nothing covers: some of the others may be charged in a way that is not known
 * here.
 */
const leastOfDropped = 0.9;

/**
 * A service whose code dies where it has to refuse a use that nothing covers: with which balance a workspace began, or
 * what a use is charged, is another matter. Undefined where the service drops covered uses as well.
 */
export function droppedRefusalsIn(
  exchanges: readonly Exchange[],
  failed: readonly Finding[],
  accountsOfRun: () => Accounts,
): Explanation | undefined {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const shown = (finding: Finding): Exchange | undefined => byId.get(leadExchangeId(finding));
  const ofUses = failed.filter(
    (finding) => finding.check.startsWith('metering.') && !isIntermittent(finding) && isLost(shown(finding)),
  );
  if (ofUses.length < leastFailed) return undefined;
  const accounts = accountsOfRun().all.filter(isSequential);
  const uncovered = new Set(accounts.flatMap((account) => uncoveredUses(account, asDocumented)));
  const dropped = accounts.flatMap(({ asked }) => asked.filter(isConnectionDropped));
  const both = dropped.filter((exchange) => uncovered.has(exchange));
  if (both.length < leastOfUncovered * uncovered.size || both.length < leastOfDropped * dropped.length)
    return undefined;
  const covered = new Set<Exchange | undefined>(dropped.filter((exchange) => !uncovered.has(exchange)));
  const explained = ofUses.filter((finding) => !covered.has(shown(finding)));
  if (explained.length < leastFailed) return undefined;
  const seen = `${both.length} of ${uncovered.size} uses that nothing covers`;
  return {
    has: (finding) => explained.includes(finding),
    title: `drops the connection in place of a refusal, at ${seen}`,
    shownIn: () => ({
      says: `The connection was dropped in place of a refusal at ${seen}, and what is covered is answered. The log of the service says what its code died of.`,
    }),
    leadOf: (group) =>
      group
        .filter(({ check }) => check.startsWith('metering.refusal/'))
        .toSorted((one, other) => one.exchanges.length - other.exchanges.length)[0],
    isRoot: true,
  };
}

function isLost(exchange: Exchange | undefined): boolean {
  return exchange !== undefined && isConnectionDropped(exchange);
}
