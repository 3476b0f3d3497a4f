import { errorCodeIn } from '../../bodies/error-code.ts';
import { isOfFamily } from './check-id.ts';
import { isSuccessStatus } from '../../model/exchange.ts';
import { leadExchangeId, isStatusMismatch } from '../../model/mismatch.ts';
import type { Finding } from '../../model/run.ts';
import { expectsSuccess, type ExchangeOf } from './likeness.ts';

/**
 * Whether these groups have nothing in common: some show requests that were taken by mistake and others requests that
 * were refused by mistake, or no operation occurs in all groups. Repairing one group then does not repair another,
 * unless one mistake causes both.
 */
export function areUnrelated(
  groups: readonly (readonly Finding[])[],
  exchangeOf: ExchangeOf = () => undefined,
): boolean {
  const signs = new Set(groups.flat().flatMap((finding) => signOf(finding, exchangeOf) ?? []));
  if (signs.size > 1) return true;
  const [first, ...others] = groups.map((group) => operationsIn(group, exchangeOf)).filter(({ size }) => size > 0);
  return first !== undefined && ![...first].some((each) => others.every((other) => other.has(each)));
}

/**
 * Returns a predicate that is true for a group whose failures all show what these groups show: the same operation was
 * wrongly taken, refused or answered with a server error, or something else of its answer is wrong.
 */
export function showsSameAs(
  groups: readonly (readonly Finding[])[],
  exchangeOf: ExchangeOf = () => undefined,
): (group: readonly Finding[]) => boolean {
  const shown = new Set(groups.flatMap((group) => kindsIn(group, exchangeOf)));
  return (group) => groups.includes(group) || kindsIn(group, exchangeOf).every((kind) => shown.has(kind));
}

function kindsIn(group: readonly Finding[], exchangeOf: ExchangeOf): readonly string[] {
  return group.flatMap((finding) => {
    const came = whatCame(finding, exchangeOf);
    // A wrong charge for one use shows in another use, of any operation.
    const isOfCharges = isOfFamily(finding.check, 'metering');
    const operations = isOfCharges ? ['a charge'] : [...operationsIn([finding], exchangeOf)];
    return operations.map((operation) => `${operation} ${came}`);
  });
}

/** What a wrong status says, and whether it is a success with an error object; empty where something else is wrong. */
function whatCame(finding: Finding, exchangeOf: ExchangeOf): string {
  const [first] = finding.mismatches;
  const response = exchangeOf(leadExchangeId(finding))?.response;
  if (first === undefined || !isStatusMismatch(first) || response?.is !== 'answer') return '';
  if (response.status >= 500) return 'failed';
  const sign = signOf(finding, exchangeOf) ?? '';
  return sign === 'taken' && errorCodeIn(response) !== undefined ? 'taken, with an error' : sign;
}

/** Whether a request was taken or refused by mistake; undefined where something else is wrong. */
function signOf(finding: Finding, exchangeOf: ExchangeOf): 'taken' | 'refused' | undefined {
  const [first] = finding.mismatches;
  const response = exchangeOf(leadExchangeId(finding))?.response;
  if (first === undefined || !isStatusMismatch(first) || response?.is !== 'answer') return undefined;
  if (expectsSuccess(finding)) return response.status >= 400 && response.status < 500 ? 'refused' : undefined;
  return isSuccessStatus(response.status) ? 'taken' : undefined;
}

/**
 * The operations of a group. Chats and streams count as one operation: most services answer both with the same code.
 */
function operationsIn(group: readonly Finding[], exchangeOf: ExchangeOf): ReadonlySet<string> {
  const all = group.flatMap((finding) => exchangeOf(leadExchangeId(finding))?.operation ?? []);
  return new Set(all.filter((operation) => operation !== 'other').map((each) => (each === 'stream' ? 'chat' : each)));
}
