import type { Cause } from '../../contract/formats/run.ts';
import type { Finding } from '../../model/run.ts';
import { isGenerated } from '../../model/generated.ts';
import { idShowing, isOfStatus } from '../../model/mismatch.ts';
import { isOfFamily } from './check-id.ts';
import type { ExchangeOf } from './likeness.ts';
import { shareOfNameTold, tellsAllParts } from './name-closeness.ts';

/** What fails by a fault besides the checks that are there to find it depends on the service: a few of these may pass. */
export const leastSame = 0.95;
/** Of the words of its name so many are told, or it is another fault that fails the same checks. */
const leastTold = 0.6;
/**
 * Whatever its name says, the one fault that fails all of the same checks is named, where these are at least so many that a
 * person wrote (`leastAlone`), and every other fault has less than this share of them (`mostOfAnother`).
 */
const leastAlone = 3;
const mostOfAnother = 0.9;

/**
 * The one known fault that a reader may be sent to. That the same checks fail does not tell one fault from others, as most
 * checks fail by many: it has to have as much in common as no other, and its name has to say what was seen. A check that
 * finds an open door fails by a server error too, which says nothing of a door.
 */
export function similarOf(
  group: readonly Finding[],
  likely: Cause['likely'],
  exchangeOf: ExchangeOf = () => undefined,
): string | undefined {
  const [lead] = group;
  const [best, another = { share: 0 }] = likely;
  if (lead === undefined || best === undefined || best.share < leastSame || best.share === another.share)
    return undefined;
  const isServerError = showsServerError(lead, exchangeOf);
  if (isServerError !== undefined && isServerError !== ofServerErrors.test(best.fault)) return undefined;
  if (!tellsAllParts(best.fault, group)) return undefined;
  const listed = new Set(group.filter((finding) => !isGenerated(finding)).map(({ check }) => check));
  const isAlone = best.share === 1 && another.share < mostOfAnother && listed.size >= leastAlone;
  return isAlone || shareOfNameTold(best.fault, lead) >= leastTold ? best.fault : undefined;
}

/**
 * The same causes, where several let in somebody who has no right token: one mistake may be behind all of them, and a known
 * fault that explains one leads away from it.
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

/** Whether it is one of 5xx; undefined where the status is not what is wrong. */
function showsServerError(finding: Finding, exchangeOf: ExchangeOf): boolean | undefined {
  const [first] = finding.mismatches;
  if (first === undefined || !isOfStatus(first)) return undefined;
  const response = exchangeOf(idShowing(finding))?.response;
  return response?.is === 'answer' ? response.status >= 500 : undefined;
}

/** How faults are named that answer so. */
const ofServerErrors = /-500(?:-|$)/;
