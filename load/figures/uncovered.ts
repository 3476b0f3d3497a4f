import type { RequestRecord } from '../records/record.ts';

/**
 * Number of the last requests that were refused for lack of credits (402, 4.2) with no later request of the same price
 * answered, as a fold over the records in any order. It is then unknown whether credits were left: credits that cover a
 * chat at 1 credit need not cover a speech at 3. The same rule ends a run (load/k6ext/credits/usedup.go).
 */
type UncoveredFold = { readonly add: (record: RequestRecord) => void; readonly result: () => number };

/** Most refusals counted per price: a run ends after five in a row, and with more the workspace has no credits left. */
const mostCounted = 10;

export function foldUncovered(): UncoveredFold {
  const refusedAt = new Map<number, readonly number[]>();
  const answered = new Map<number, number>();
  return {
    add: ({ status = 0, sent, end, credits = 0 }) => {
      if (sent === undefined) return;
      if (status === 402)
        refusedAt.set(
          credits,
          [...(refusedAt.get(credits) ?? []), end].toSorted((one, next) => next - one).slice(0, mostCounted),
        );
      else if (status >= 200 && status <= 299) answered.set(credits, Math.max(answered.get(credits) ?? 0, sent));
    },
    result: () => {
      const isOpen = (price: number, at: number): boolean =>
        ![...answered].some(([paid, sent]) => paid >= price && sent >= at);
      return [...refusedAt].flatMap(([price, ends]) => ends.filter((at) => isOpen(price, at))).length;
    },
  };
}
