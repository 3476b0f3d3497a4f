import type { SequentialReplies } from '../records/sequential-replies.ts';
import type { MarkedReplies, Marks } from '../figures/figures.ts';
import { meanRankP } from '../statistics/mean-rank.ts';
import { lowerTailP } from '../statistics/exact-share.ts';
import type { Load } from './load.ts';

/**
 * What missing marks say of a service whose bot only says its marks, and may leave some out. `wrong`: more marks are
 * missing the more requests are in flight, or far more than in replies requested sequentially both before and after the
 * run. `inconclusive`: only the replies before the run are known.
 */
export type MarksVerdict = NonNullable<Load['marksVerdict']>;

/** Largest share of runs of a correct service, whose bot leaves out marks by chance alone, that are called `wrong`. */
const accusedShare = 1e-6;

/** Largest share of such runs that are called `inconclusive`. */
const inconclusiveShare = 1e-3;

/**
 * Largest share of runs of a correct service after which further replies are requested: they cost some credits, and are
 * not a verdict.
 */
const askedShare = 0.1;

/** Undefined where the marks say nothing against the service. */
export function marksVerdict(marks: Marks): MarksVerdict | undefined {
  return risingVerdict(marks) ?? sequentialVerdict(marks);
}

/** The marks of a run, with those of the replies that were requested after it. */
export function marksAfterRun(marks: Marks, after: SequentialReplies = {}): Marks {
  const operations = Object.entries(marks.operations).map(([operation, each]) => {
    const { n, said } = after[operation] ?? { n: 0, said: 0 };
    return [operation, n === 0 ? each : { ...each, after: { n, missing: n - said } }] as const;
  });
  return { ...marks, operations: Object.fromEntries(operations) };
}

/** The operations for which only replies after the run can tell whether the load or the bot leaves out marks. */
export function undecidedOperations(marks: Marks): readonly string[] {
  if (risingVerdict(marks) !== undefined) return [];
  return markedOf(marks).flatMap(({ operation, run, before }) =>
    fewerP(before, run) <= askedShare ? [operation] : [],
  );
}

function risingVerdict({ blocks, meanRank, atMost, few, many }: Marks): MarksVerdict | undefined {
  if (meanRankP(blocks, meanRank) > accusedShare) return undefined;
  const says = `a mark is missing in ${ofAll(few)} replies with at most ${atMost} other requests in flight, in ${ofAll(many)} with more: by chance no bot does so (p < ${accusedShare}), so replies are cut off or exchanged under load; compare some with those at a lower --rate`;
  return { is: 'wrong', says };
}

type OperationMarks = {
  readonly operation: string;
  readonly run: MarkedReplies;
  readonly before: MarkedReplies;
  readonly after: MarkedReplies;
};

/** The operations for which the share of missing marks in sequential replies is known. */
function markedOf({ operations }: Marks): readonly OperationMarks[] {
  return Object.entries(operations).flatMap(([operation, { n, missing, alone: before, after = none }]) =>
    before === undefined ? [] : [{ operation, run: { n, missing }, before, after }],
  );
}

const none: MarkedReplies = { n: 0, missing: 0 };

function sequentialVerdict(marks: Marks): MarksVerdict | undefined {
  const each = markedOf(marks);
  const verdicts = each.flatMap(({ operation, run, before, after }): MarksVerdict[] => {
    const p = fewerP({ n: before.n + after.n, missing: before.missing + after.missing }, run);
    if (p > inconclusiveShare / each.length) return [];
    const found = `a mark is missing in ${ofAll(run)}, and ${askedAlone(before, after)}`;
    // A bot that began to leave out marks during the run would also leave them out after it.
    const isAfter = after.n > 0 && fewerP(after, run) <= inconclusiveShare;
    if (isAfter && p <= accusedShare / each.length) {
      const says = `${operation} replies are cut off or exchanged under load: ${found}, which no bot does by chance (p < ${accusedShare}); compare some with those at a lower --rate`;
      return [{ is: 'wrong', says }];
    }
    const says = `whether ${operation} replies are right could not be judged: ${found} (p = ${Number(p.toPrecision(2))}); run it again at a lower --rate: where as many are missing, the bot leaves them out, else replies are wrong under load`;
    return [{ is: 'inconclusive', says }];
  });
  return verdicts.find(({ is }) => is === 'wrong') ?? verdicts[0];
}

function askedAlone(before: MarkedReplies, after: MarkedReplies): string {
  return after.n === 0
    ? `before the run, asked one at a time, in ${ofAll(before)}`
    : `asked one at a time in ${ofAll(before)} before the run, in ${ofAll(after)} after it`;
}

function fewerP(few: MarkedReplies, many: MarkedReplies): number {
  return lowerTailP({ count: few.missing, n: few.n }, { count: many.missing, n: many.n });
}

function ofAll({ n, missing }: MarkedReplies): string {
  return `${missing} of ${n}`;
}
