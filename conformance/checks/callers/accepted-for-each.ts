import type { PositiveControl, Exchanges } from '../../model/check.ts';
import { isAccepted } from '../../model/exchange.ts';
import { callerKindNames, callerKindLabels, type CallerKind } from './kinds.ts';

/** Shown by the first accepted request of each kind of caller; `because` says of the first kind without any what is missing. */
export function acceptedForEach(
  ownOf: (kind: CallerKind) => Exchanges,
  because: (who: string) => string,
): ReturnType<PositiveControl['shownIn']> {
  const first = callerKindNames.map((kind) => ({ kind, taken: ownOf(kind).find(isAccepted) }));
  const without = first.find(({ taken }) => taken === undefined);
  return without === undefined
    ? { by: first.flatMap(({ taken }) => taken ?? []) }
    : { because: because(callerKindLabels[without.kind]) };
}
