import { errorCodeIn } from '../../bodies/error-code.ts';
import { isTaken, type Exchange } from '../../model/exchange.ts';
import type { Finding } from '../../model/run.ts';
import { sameAs } from '../judging/intermittent.ts';
import { isComparable } from '../judging/comparable.ts';

/** One server error that comes and goes: some of the requests that got it were accepted at another time. */
export type Unsteady = {
  readonly has: (id: string) => boolean;
  readonly says: string;
};

/** Fewer may be an outage, or a retry. */
const leastTaken = 3;

/** The server error that most answers have, where the same requests were accepted at other times; undefined where none does. */
export function unsteadyIn(exchanges: readonly Exchange[]): Unsteady | undefined {
  const taken = new Set(exchanges.filter((each) => isTaken(each) && isComparable(each)).map(sameAs));
  const byError = Map.groupBy(exchanges, ({ response }) =>
    response.is === 'answer' && response.status >= 500 ? `${response.status} ${errorCodeIn(response) ?? ''}` : '',
  );
  const [most] = [...byError]
    .filter(([error]) => error !== '')
    .map(([error, wrong]) => ({
      error,
      wrong,
      also: wrong.filter((each) => isComparable(each) && taken.has(sameAs(each))).length,
    }))
    .filter(({ also }) => also >= leastTaken)
    .toSorted((a, b) => b.wrong.length - a.wrong.length);
  if (most === undefined) return undefined;
  const { error, wrong, also } = most;
  const ids = new Set(wrong.map(({ id }) => id));
  const operations = new Set(wrong.map(({ operation }) => operation));
  const of = exchanges.filter(
    ({ operation, response }) => response.is === 'answer' && operations.has(operation),
  ).length;
  const noun = [...operations].join(' and ');
  return {
    has: (id) => ids.has(id),
    says: `It comes and goes: ${wrong.length} of ${of} answers to ${noun} requests are ${error.trim()}, and ${also} of these requests were accepted at another time, so that one request may show nothing.`,
  };
}

/** Whether the first thing that it shows is such an answer. */
export function isUnsteady({ mismatches: [first] }: Finding, unsteady: Unsteady | undefined): boolean {
  return unsteady !== undefined && first?.exchange !== undefined && unsteady.has(first.exchange);
}

/** Causes with all that fails by such answers alone as one, where the first of it stands. */
export function withUnsteady(
  groups: readonly (readonly Finding[])[],
  unsteady: Unsteady | undefined,
): readonly (readonly Finding[])[] {
  const isOf = (group: readonly Finding[]): boolean => group.every((finding) => isUnsteady(finding, unsteady));
  const all = groups.filter(isOf);
  return groups.flatMap((group) => (!isOf(group) ? [group] : group === all[0] ? [all.flat()] : []));
}
