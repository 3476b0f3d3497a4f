import type { Mismatch } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { variesPerRequest, isComparable, maxCompared } from './comparable.ts';

/** Fewest answers to one request: with fewer, it is a single answer that differs. */
const leastAnswers = 3;

/**
 * Says that one and the same request got wrong answers and right ones, so that nothing in the request decides it. Of
 * several such requests the one that was sent most is named: `; it comes and goes: one same request got it right in 14
 * of 21 answers`. Empty where there is none.
 */
function intermittencyText(wrong: readonly Exchange[], right: readonly Exchange[]): string {
  const rightBy = Map.groupBy(comparable(right), requestKey);
  const [most] = [...Map.groupBy(comparable(wrong), requestKey)]
    .map(([key, some]) => ({ wrong: some.length, right: rightBy.get(key)?.length ?? 0 }))
    .filter((each) => each.right > 0 && each.wrong + each.right >= leastAnswers)
    .toSorted((a, b) => b.wrong + b.right - (a.wrong + a.right));
  if (most === undefined) return '';
  return `; it comes and goes: one same request got it right in ${most.right} of ${most.wrong + most.right} answers`;
}

/** What is said of a group that comes and goes; empty where it does not. */
export type Intermittency = () => { readonly text: string };

/** Computed when it is asked for, and once: it compares thousands of answers. */
export function intermittencyAmong(wrong: ReadonlySet<Exchange>, all: readonly Exchange[]): Intermittency {
  let text: string | undefined;
  return () => {
    text ??= intermittencyText(
      [...wrong],
      all.filter((each) => !wrong.has(each)),
    );
    return { text };
  };
}

/**
 * A mismatch with how often one request shows it, of the times that it was sent: `1 of 2 times that it was sent; it
 * comes and goes`.
 */
export function withIntermittency(
  mismatch: Mismatch,
  { wrong, judged, sent }: { readonly wrong: number; readonly judged: number; readonly sent: string },
): Mismatch {
  const which = `${wrong} of ${judged} times that ${sent}; it comes and goes`;
  return {
    ...mismatch,
    observed: `${mismatch.observed} (${which})`,
    answers: { wrong, judged, comesAndGoes: true, which },
    kind: { ...mismatch.kind, observed: mismatch.kind?.observed ?? mismatch.observed },
  };
}

/** Whether the same request was also answered rightly: then it shows nothing by itself. */
export function isAlsoRight(wrong: Exchange, right: readonly Exchange[]): boolean {
  const own = requestKey(wrong);
  const { url, body } = wrong.request;
  // Cheap comparisons first: they rule out most other requests.
  return right.some(
    (other) => other.request.url === url && other.request.body.length === body.length && requestKey(other) === own,
  );
}

function comparable(exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.filter(isComparable).slice(0, maxCompared);
}

/** Everything that was sent, except what differs from request to request by itself. */
export function requestKey({ request }: Exchange): string {
  const { method, url, headers, body, raw = '' } = request;
  const own = headers.filter(([name]) => !variesPerRequest(name));
  return JSON.stringify([method, url, own, Buffer.from(body).toString('latin1'), raw]);
}
