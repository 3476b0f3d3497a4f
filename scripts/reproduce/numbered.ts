import type { Mismatch } from '../../conformance/model/check.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import { idsNamedIn, withIdsReplaced } from '../../conformance/model/exchange-id.ts';
import { referencesOf } from '../../conformance/model/mismatch.ts';

/**
 * Replaces exchanges by the numbers of the printed steps; the exchange that the mismatch is about comes first. A check
 * that is sent several times has the same exchanges each time, and its verdict is of the last.
 */
export function numbered(mismatch: Mismatch, steps: readonly Exchange[]): Mismatch {
  const { subject, expected, observed, exchange } = mismatch;
  const sent = steps.map(({ id }) => id);
  const named = referencesOf(mismatch).filter((id) => sent.includes(id));
  const nameOf = (id: string): string => `request ${sent.lastIndexOf(id) + 1}`;
  const told = (text: string): string => withIdsReplaced(text, named, nameOf);
  const isSaid =
    exchange === undefined ||
    !sent.includes(exchange) ||
    sent.length === 1 ||
    idsNamedIn(subject, named).some(({ id }) => id === exchange);
  return {
    ...mismatch,
    subject: isSaid ? told(subject) : `${nameOf(exchange)}: ${told(subject)}`,
    expected: told(expected),
    observed: told(observed),
  };
}
