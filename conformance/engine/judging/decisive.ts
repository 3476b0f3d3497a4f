import type { Mismatch, Seen } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { isNamedIn } from '../../model/exchange-id.ts';

/** Of several exchanges the one that shows what is wrong: the first that a mismatch names, or else the last. */
export function decisiveOf(mismatches: readonly Mismatch[], seen: Seen): Exchange | undefined {
  for (const mismatch of mismatches) {
    const id = mismatch.exchange ?? mismatch.range?.exchange;
    const named = seen.find((each) => each.id === id) ?? seen.find((each) => names(mismatch, each.id));
    if (named !== undefined) return named;
  }
  return seen.at(-1);
}

/** Every mismatch with the exchange that shows it: the one that it is about, or else the last. */
export function withExchanges(mismatches: readonly Mismatch[], seen: Seen): readonly Mismatch[] {
  return mismatches.map((mismatch) => {
    const shown = mismatch.exchange === undefined ? decisiveOf([mismatch], seen) : undefined;
    return shown === undefined ? mismatch : { ...mismatch, exchange: shown.id };
  });
}

/** What is observed names the answer that shows it; what is expected may name the one before it. */
function names({ subject, observed }: Mismatch, id: string): boolean {
  return [subject, observed].some((text) => isNamedIn(text, id));
}
