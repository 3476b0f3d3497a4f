import type { MarkedReplies, Marks } from '../figures/figures.ts';
import { meanRankP } from '../statistics/mean-rank.ts';
import { asFewP } from '../statistics/two-shares.ts';
import type { Load } from './load.ts';

/**
 * What marks that are missing say of a service whose bot only says them, and may leave them out: `wrong` where more are
 * missing the more is in flight, `inconclusive` where far more are than in replies that were asked for one at a time.
 */
export type MarksVerdict = NonNullable<Load['marksVerdict']>;

/** The share of runs of a right service, whose bot leaves out marks by chance alone, that this accuses at most. */
const accusedShare = 1e-6;

/** The same for runs of which it is only said that they could not be judged. */
const unjudgedShare = 1e-3;

/** Undefined where they say nothing against it. */
export function marksVerdict({ operations, blocks, meanRank, atMost, few, many }: Marks): MarksVerdict | undefined {
  if (meanRankP(blocks, meanRank) <= accusedShare) {
    const says = `a mark is missing in ${ofAll(few)} replies with at most ${atMost} other requests in flight, in ${ofAll(many)} with more: by chance no bot does so (p < ${accusedShare}), so replies are cut off or exchanged under load; compare some with those at a lower --rate`;
    return { is: 'wrong', says };
  }
  const each = Object.entries(operations);
  for (const [operation, { n, missing, alone }] of each) {
    if (alone === undefined) continue;
    const p = asFewP({ count: alone.missing, n: alone.n }, { count: missing, n });
    if (p > unjudgedShare / each.length) continue;
    const says = `whether ${operation} replies are right could not be judged: a mark is missing in ${missing} of ${n}, and before the run, asked one at a time, in ${ofAll(alone)} (p = ${Number(p.toPrecision(2))}); run it again at a lower --rate: where as many are missing, the bot leaves them out, else replies are wrong under load`;
    return { is: 'inconclusive', says };
  }
  return undefined;
}

function ofAll({ n, missing }: MarkedReplies): string {
  return `${missing} of ${n}`;
}
