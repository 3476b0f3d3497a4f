import type { Cause } from '../../contract/formats/run.ts';
import type { Finding } from '../../model/run.ts';
import { weightOf } from './failure-order.ts';
import { isOfFamily } from './check-id.ts';
import { isOfRaces } from './explained/charges/only-at-once.ts';

type Told = { readonly cause: Cause; readonly lead: Finding; readonly group: readonly Finding[] };

/**
 * What is charged wrongly in turn is charged wrongly at the same time as well: then a race is not what is there, and nobody is
 * sent to one.
 */
export function withoutRacesBeside<Each extends Told>(causes: readonly Each[]): readonly Each[] {
  return causes.map((each) => {
    const { similar, ...cause } = each.cause;
    const isBeside = causes.some(
      ({ lead, group }) =>
        isOfFamily(lead.check, 'metering') && !isOfRaces(lead) && weightOf(group) <= weightOf(each.group),
    );
    return similar !== undefined && isOfRaces(each.lead) && isBeside ? { ...each, cause } : each;
  });
}
