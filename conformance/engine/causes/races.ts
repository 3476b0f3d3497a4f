import type { Cause } from '../../contract/formats/run.ts';
import type { Finding } from '../../model/run.ts';
import { levelRank } from './failure-order.ts';
import { isOfFamily } from './check-id.ts';
import { isRaceCheck } from './explained/charges/only-at-once.ts';

type Told = { readonly cause: Cause; readonly lead: Finding; readonly group: readonly Finding[] };

/**
 * The causes, where a race names no similar known fault if a cause of at least its weight shows a wrong charge of uses
 * in turn: what is charged wrongly in turn is charged wrongly at the same time as well, and need not be a race.
 */
export function withoutRacesBeside<Each extends Told>(causes: readonly Each[]): readonly Each[] {
  return causes.map((each) => {
    const { similar, ...cause } = each.cause;
    const isBeside = causes.some(
      ({ lead, group }) =>
        isOfFamily(lead.check, 'metering') && !isRaceCheck(lead) && levelRank(group) <= levelRank(each.group),
    );
    return similar !== undefined && isRaceCheck(each.lead) && isBeside ? { ...each, cause } : each;
  });
}
