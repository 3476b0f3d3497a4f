import { Type } from 'typebox';
import { count, integer, list, object, optional, positive, type Of } from '../parts.ts';

export const gapsOverTime = object(
  'Gaps between events with text of the reply (between all if no rule is known) of requests that are ok, of any phase, by the time at which they ended.',
  {
    windowMs: Type.Number({
      exclusiveMinimum: 0,
      description: 'Of the windows of time, the first of which begins at t0.',
    }),
    binsPerDecade: positive(),
    firstBin: integer('Bin k holds gaps from 10^(k/binsPerDecade) ms to below 10^((k+1)/binsPerDecade) ms.'),
    counts: list(list(count()), 'Of each window, the gaps of each bin from `firstBin` on.'),
    ranges: optional(count('Gaps known only as a range, which are in no bin; absent if none.')),
  },
);
export type GapsOverTime = Of<typeof gapsOverTime>;
