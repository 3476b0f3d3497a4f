import { isSuccessStatus } from '../../model/exchange.ts';
import { isOfStatus } from '../../model/mismatch.ts';
import type { Finding } from '../../model/run.ts';
import { idShowing, isOfSuccess, type ExchangeOf } from './likeness.ts';

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
