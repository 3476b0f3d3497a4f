import type { Mismatch, Seen } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Finding } from '../../model/run.ts';
import { isNamedIn } from '../../model/exchange-id.ts';

/** Of several exchanges the one that shows what is wrong: the first that a mismatch names, or else the last. */
export function decisiveExchange(mismatches: readonly Mismatch[], seen: Seen): Exchange | undefined {
  for (const mismatch of mismatches) {
    const id = mismatch.exchange ?? mismatch.range?.exchange;
    const named = seen.find((each) => each.id === id) ?? seen.find((each) => names(mismatch, each.id));
    if (named !== undefined) return named;
  }
  return seen.at(-1);
}

/**
 * Mismatches as a finding tells them: each with the exchange that shows it, which is the one that it is about, or else the
 * last; and once the ledger, of the first that has one.
 */
export function reportedMismatches(
  mismatches: readonly Mismatch[],
  seen: Seen,
): Pick<Finding, 'mismatches' | 'ledger'> {
  const reported = mismatches.map((judged) => {
    const { ledger: _, ...mismatch } = judged;
    const shown = mismatch.exchange === undefined ? decisiveExchange([mismatch], seen) : undefined;
    return shown === undefined ? mismatch : { ...mismatch, exchange: shown.id };
  });
  const ledger = mismatches.find((mismatch) => mismatch.ledger !== undefined)?.ledger;
  return { mismatches: reported, ...(ledger === undefined ? {} : { ledger }) };
}

/** What is observed names the answer that shows it; what is expected may name the one before it. */
function names({ subject, observed }: Mismatch, id: string): boolean {
  return [subject, observed].some((text) => isNamedIn(text, id));
}
