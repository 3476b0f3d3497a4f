import type { Check } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Finding } from '../../model/run.ts';
import { once } from '../memoize.ts';
import type { Explanation } from './explained/explained.ts';
import { accountsIn, workspacesByProbe } from './explained/charges/accounts.ts';
import { changedSessionIdsIn } from './explained/begun-anew.ts';
import { behindErrorsIn } from './explained/behind-errors.ts';
import { droppedIn } from './explained/dropped.ts';
import { droppedRefusalsIn } from './explained/charges/dropped-refusals.ts';
import { ignoredFormatIn } from './explained/ignored-format.ts';
import { keptTokensIn } from './explained/kept-tokens.ts';
import { neverRefusedIn } from './explained/charges/never-refused.ts';
import { onlyConcurrentIn } from './explained/charges/only-at-once.ts';
import { lostChargesIn } from './explained/charges/lost-charges.ts';
import { lateChargesIn } from './explained/charges/late-charges.ts';
import { lateSessionsIn } from './explained/late-sessions.ts';
import { neverServedIn } from './explained/never-served.ts';
import { sharedIdsIn } from './explained/shared-ids.ts';
import { stuckSessionsIn } from './explained/stuck-sessions.ts';
import { stuckWorkspacesIn } from './explained/stuck-workspaces.ts';
import { sameAtSpeedsIn } from './explained/same-at-speeds.ts';
import { swappedAnswersIn } from './explained/swapped-answers.ts';
import { pagesForErrorsIn } from './explained/pages-for-errors.ts';
import { refusedUnderSuccessIn } from './explained/refused-under-success.ts';
import { swappedChargesIn } from './explained/charges/swapped-charges.ts';
import { uncoveredStatusesIn } from './explained/charges/uncovered-statuses.ts';
import { wrongChargesIn } from './explained/charges/wrong-charges.ts';

/**
 * The rules over the whole record that explain failures of this run, the first of several rules for a failure first.
 */
export function explanationsIn(
  exchanges: readonly Exchange[],
  failed: readonly Finding[],
  hanging: ReadonlyMap<string, number>,
  checks: readonly Check[],
): readonly Explanation[] {
  const rules = [
    refusedUnderSuccessIn,
    pagesForErrorsIn,
    ignoredFormatIn,
    sameAtSpeedsIn,
    swappedAnswersIn,
    swappedChargesIn,
    keptTokensIn,
    behindErrorsIn,
    lateSessionsIn,
    stuckWorkspacesIn,
    stuckSessionsIn,
    sharedIdsIn,
    changedSessionIdsIn,
    droppedIn,
    uncoveredStatusesIn,
  ];
  const accounts = once(() => accountsIn(exchanges, failed, workspacesByProbe(checks)));
  // When a check fails decides whether more is sent for it: those requests serve only to show that a charge is late.
  const alsoLater = once(() => {
    const later = checks.flatMap(({ whereFailed }) => (whereFailed === undefined ? [] : [whereFailed]));
    return accountsIn(exchanges, failed, workspacesByProbe([...checks, ...later]));
  });
  const ofAccounts = [
    droppedRefusalsIn(exchanges, failed, accounts),
    lateChargesIn(exchanges, failed, alsoLater),
    neverRefusedIn(exchanges, failed, accounts),
    wrongChargesIn(failed, accounts),
    lostChargesIn(exchanges, failed, accounts),
    onlyConcurrentIn(failed),
  ];
  return [
    ...neverServedIn(exchanges, failed, hanging),
    ...rules.flatMap((find) => find(exchanges, failed) ?? []),
    ...ofAccounts.flatMap((found) => found ?? []),
  ];
}
