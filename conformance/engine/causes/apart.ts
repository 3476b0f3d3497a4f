import { errorCodeIn } from '../../bodies/error-code.ts';
import { isOfFamily } from './check-id.ts';
import { isSuccessStatus } from '../../model/exchange.ts';
import { idShowing, isOfStatus } from '../../model/mismatch.ts';
import type { Finding } from '../../model/run.ts';
import { isOfSuccess, type ExchangeOf } from './likeness.ts';

/**
 * Whether failures have nothing in common by themselves: some show what was taken and some what was refused, or no operation
 * is in all of their groups. Whoever mends one of these does not mend the other, unless one mistake comes to both.
 */
export function arePartsApart(
  groups: readonly (readonly Finding[])[],
  exchangeOf: ExchangeOf = () => undefined,
): boolean {
  const signs = new Set(groups.flat().flatMap((finding) => signOf(finding, exchangeOf) ?? []));
  if (signs.size > 1) return true;
  const [first, ...others] = groups.map((group) => operationsIn(group, exchangeOf)).filter(({ size }) => size > 0);
  return first !== undefined && ![...first].some((each) => others.every((other) => other.has(each)));
}

/**
 * Whether a group shows what one of these does: of the same operation the same was taken, refused or answered with a server
 * error, or something else of its answer is wrong.
 */
export function akinTo(
  groups: readonly (readonly Finding[])[],
  exchangeOf: ExchangeOf = () => undefined,
): (group: readonly Finding[]) => boolean {
  const shown = new Set(groups.flatMap((group) => kindsIn(group, exchangeOf)));
  return (group) => groups.includes(group) || kindsIn(group, exchangeOf).every((kind) => shown.has(kind));
}

function kindsIn(group: readonly Finding[], exchangeOf: ExchangeOf): readonly string[] {
  return group.flatMap((finding) => {
    const came = whatCame(finding, exchangeOf);
    // What a use was charged shows only in another, of whichever operation.
    const isOfCharges = isOfFamily(finding.check, 'metering');
    const operations = isOfCharges ? ['a charge'] : [...operationsIn([finding], exchangeOf)];
    return operations.map((operation) => `${operation} ${came}`);
  });
}

/** Where its status is wrong what that says, and whether an error is told under a success. */
function whatCame(finding: Finding, exchangeOf: ExchangeOf): string {
  const [first] = finding.mismatches;
  const response = exchangeOf(idShowing(finding))?.response;
  if (first === undefined || !isOfStatus(first) || response?.is !== 'answer') return '';
  if (response.status >= 500) return 'failed';
  const sign = signOf(finding, exchangeOf) ?? '';
  return sign === 'taken' && errorCodeIn(response) !== undefined ? 'taken, with an error' : sign;
}

/** Undefined where what is wrong is no matter of taking or refusing a request. */
function signOf(finding: Finding, exchangeOf: ExchangeOf): 'taken' | 'refused' | undefined {
  const [first] = finding.mismatches;
  const response = exchangeOf(idShowing(finding))?.response;
  if (first === undefined || !isOfStatus(first) || response?.is !== 'answer') return undefined;
  if (isOfSuccess(finding)) return response.status >= 400 && response.status < 500 ? 'refused' : undefined;
  return isSuccessStatus(response.status) ? 'taken' : undefined;
}

/** Chats and streams are one: most services answer both by the same code. */
function operationsIn(group: readonly Finding[], exchangeOf: ExchangeOf): ReadonlySet<string> {
  const all = group.flatMap((finding) => exchangeOf(idShowing(finding))?.operation ?? []);
  return new Set(all.filter((operation) => operation !== 'other').map((each) => (each === 'stream' ? 'chat' : each)));
}
