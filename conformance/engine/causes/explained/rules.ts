import type { Check } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import type { Finding } from '../../../model/run.ts';
import { once } from '../../memoize.ts';
import type { Explained } from './explained.ts';
import { accountsIn, madeBy } from './charges/accounts.ts';
import { behindErrorsIn } from './behind-errors.ts';
import { droppedIn } from './dropped.ts';
import { droppedRefusalsIn } from './charges/dropped-refusals.ts';
import { ignoredFormatIn } from './ignored-format.ts';
import { keptTokensIn } from './kept-tokens.ts';
import { neverRefusedIn } from './charges/never-refused.ts';
import { onlyAtOnceIn } from './charges/only-at-once.ts';
import { lostChargesIn } from './charges/lost-charges.ts';
import { lateSessionsIn } from './late-sessions.ts';
import { neverServedIn } from './never-served.ts';
import { sharedIdsIn } from './shared-ids.ts';
import { stuckSessionsIn } from './stuck-sessions.ts';
import { stuckWorkspacesIn } from './stuck-workspaces.ts';
import { swappedAnswersIn } from './swapped-answers.ts';
import { pagesForErrorsIn } from './pages-for-errors.ts';
import { refusedUnderSuccessIn } from './refused-under-success.ts';
import { swappedChargesIn } from './charges/swapped-charges.ts';
import { uncoveredStatusesIn } from './charges/uncovered-statuses.ts';
import { wrongChargesIn } from './charges/wrong-charges.ts';

/** What each of these rules explains, the others leave alone. */
export function explainedIn(
  exchanges: readonly Exchange[],
  failed: readonly Finding[],
  hanging: ReadonlyMap<string, number>,
  checks: readonly Check[],
): readonly Explained[] {
  const rules = [
    refusedUnderSuccessIn,
    pagesForErrorsIn,
    ignoredFormatIn,
    swappedAnswersIn,
    swappedChargesIn,
    keptTokensIn,
    behindErrorsIn,
    lateSessionsIn,
    stuckWorkspacesIn,
    stuckSessionsIn,
    sharedIdsIn,
    droppedIn,
    uncoveredStatusesIn,
  ];
  const accounts = once(() => accountsIn(exchanges, failed, madeBy(checks)));
  const ofAccounts = [
    droppedRefusalsIn(exchanges, failed, accounts),
    neverRefusedIn(exchanges, failed, accounts),
    wrongChargesIn(failed, accounts),
    lostChargesIn(exchanges, failed, accounts),
    onlyAtOnceIn(failed),
  ];
  return [
    ...neverServedIn(exchanges, failed, hanging),
    ...rules.flatMap((find) => find(exchanges, failed) ?? []),
    ...ofAccounts.flatMap((found) => found ?? []),
  ];
}
