import type { RequestRecord } from '../records/record.ts';

/**
 * Whether the last requests were refused for want of credits (402, 4.2) and none of their price that was sent after that was
 * answered, as a fold over the records in any order: then nobody knows whether any credits were left. What covers a chat of
 * 1 credit need not cover a speech of 3. The same rule ends a run (load/k6ext/credits/usedup.go).
 */
type UncoveredFold = { readonly add: (record: RequestRecord) => void; readonly result: () => boolean };

export function foldUncovered(): UncoveredFold {
  const refusedAt = new Map<number, number>();
  const answered = new Map<number, number>();
  const latest = (of: Map<number, number>, price: number, at: number): void => {
    of.set(price, Math.max(of.get(price) ?? 0, at));
  };
  return {
    add: ({ status = 0, sent, end, credits = 0 }) => {
      if (sent === undefined) return;
      if (status === 402) latest(refusedAt, credits, end);
      else if (status >= 200 && status <= 299) latest(answered, credits, sent);
    },
    result: () =>
      [...refusedAt].some(([price, at]) => ![...answered].some(([paid, sent]) => paid >= price && sent >= at)),
  };
}
