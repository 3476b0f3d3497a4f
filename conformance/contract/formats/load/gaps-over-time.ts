import { Type } from 'typebox';
import { count, object, type Of } from '../parts.ts';

export const gapsOverTime = object(
  {
    windowMs: Type.Number({
      exclusiveMinimum: 0,
      description: 'Of the windows of time, the first of which begins at t0.',
    }),
    binsPerDecade: Type.Integer({ minimum: 1 }),
    firstBin: Type.Integer({
      description: 'Bin k holds gaps from 10^(k/binsPerDecade) ms to below 10^((k+1)/binsPerDecade) ms.',
    }),
    counts: Type.Array(Type.Array(count()), {
      description: 'Of each window, the gaps of each bin from `firstBin` on.',
    }),
    ranges: Type.Optional(count('Gaps known only as a range, which are in no bin; absent if none.')),
  },
  {
    description:
      'Gaps between events with text of the reply (between all if no rule is known) of requests that are ok, of any phase, by the time at which they ended.',
  },
);
export type GapsOverTime = Of<typeof gapsOverTime>;
