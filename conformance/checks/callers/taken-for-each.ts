import type { PositiveControl, Seen } from '../../model/check.ts';
import { isTaken } from '../../model/exchange.ts';
import { kindNames, kindWords, type Kind } from './kinds.ts';

/** Shown by the first accepted request of each kind of caller; `because` says of the first kind without any what is missing. */
export function takenForEach(
  ownOf: (kind: Kind) => Seen,
  because: (who: string) => string,
): ReturnType<PositiveControl['shownIn']> {
  const first = kindNames.map((kind) => ({ kind, taken: ownOf(kind).find(isTaken) }));
  const without = first.find(({ taken }) => taken === undefined);
  return without === undefined
    ? { by: first.flatMap(({ taken }) => taken ?? []) }
    : { because: because(kindWords[without.kind]) };
}
