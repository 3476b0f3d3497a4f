import type { Cause } from '../../contract/formats/run.ts';
import type { Finding } from '../../model/run.ts';
import { isGenerated } from '../../model/generated.ts';
import { leadExchangeId, isStatusMismatch } from '../../model/mismatch.ts';
import { isOfFamily } from './check-id.ts';
import type { ExchangeOf } from './likeness.ts';
import { shareOfNameMentioned, mentionsAllParts } from './name-closeness.ts';

/**
 * Least share in common with a fault that is named. Below 1, because which checks fail besides the checks that are
 * there to find a fault depends on the service: a few of them may pass.
 */
export const minShareInCommon = 0.95;
/**
 * Least share of the words in a fault's name that the failures mention: with fewer it is another fault that fails the
 * same checks.
 */
const leastTold = 0.6;
/**
 * The one fault that fails exactly the same checks is named whatever its name says, if at least `leastAlone` of these
 * checks are listed (not generated), and every other fault has less than `mostOfAnother` in common with them.
 */
const leastAlone = 3;
const mostOfAnother = 0.9;

/**
 * The one known fault that a reader may be sent to; undefined where none is certain enough. The failed checks alone do
 * not tell one fault from others, as most checks fail by many faults: the fault needs a larger share than any other,
 * and its name has to say what was seen. For example, a check that finds missing access control also fails by a server
 * error, which says nothing about access.
 */
export function similarFault(
  group: readonly Finding[],
  likely: Cause['likely'],
  exchangeOf: ExchangeOf = () => undefined,
): string | undefined {
  const [lead] = group;
  const [best, another = { share: 0 }] = likely;
  if (lead === undefined || best === undefined || best.share < minShareInCommon || best.share === another.share)
    return undefined;
  const isServerError = showsServerError(lead, exchangeOf);
  if (isServerError !== undefined && isServerError !== ofServerErrors.test(best.fault)) return undefined;
  if (!mentionsAllParts(best.fault, group)) return undefined;
  const listed = new Set(group.filter((finding) => !isGenerated(finding)).map(({ check }) => check));
  const isAlone = best.share === 1 && another.share < mostOfAnother && listed.size >= leastAlone;
  return isAlone || shareOfNameMentioned(best.fault, lead) >= leastTold ? best.fault : undefined;
}

/**
 * The causes, without their similar known faults where several of them let in a caller without a valid token: one
 * mistake may be behind all of them, and a known fault that explains one of them leads away from it.
 */
export function withoutRivals<Told extends { readonly cause: Cause; readonly lead: Finding }>(
  causes: readonly Told[],
): readonly Told[] {
  const rivals = causes.filter(({ lead }) => letsSomebodyIn(lead));
  if (rivals.length < 2) return causes;
  return causes.map((told) => {
    if (!rivals.includes(told)) return told;
    const { similar: _, ...cause } = told.cause;
    return { ...told, cause };
  });
}

function letsSomebodyIn({ check, mismatches: [first] }: Finding): boolean {
  return isOfFamily(check, 'auth') && first?.kind?.due === 'refusal';
}

/** Whether the wrong status is a 5xx; undefined where the status is not what is wrong. */
function showsServerError(finding: Finding, exchangeOf: ExchangeOf): boolean | undefined {
  const [first] = finding.mismatches;
  if (first === undefined || !isStatusMismatch(first)) return undefined;
  const response = exchangeOf(leadExchangeId(finding))?.response;
  return response?.is === 'answer' ? response.status >= 500 : undefined;
}

/** Matches the names of faults that answer with status 500. */
const ofServerErrors = /-500(?:-|$)/;
