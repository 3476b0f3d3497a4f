import type { MeasuredLoad } from '../figures/figures.ts';
import { segmentFrom } from '../records/segment.ts';
import { shareText } from '../statistics/share-text.ts';
import type { InvalidReason } from './invalid.ts';
import type { Load } from './load.ts';

type Each = NonNullable<Load['generators']>['each'];
type Started = { readonly segment: string; readonly share: number; readonly atMs: number };

/** Largest share of the requests that may be sent beside other requests than intended. */
export const mostApart = 0.025;

/**
 * Processes started by hand differ by half a second. A difference of a second is always allowed in parts of at least 10
 * seconds.
 */
const [alwaysMs, longMs] = [1_000, 10_000];

/**
 * A part of the schedule with constant load. The times at its beginning and end, in milliseconds, count in no figure.
 */
type Part = { readonly lengthMs: number; readonly settleMs: number; readonly drainMs: number };

/**
 * Whether the generators sent at the same time, by their clocks: otherwise the load that was asked for never existed,
 * however well each generator sent its own part.
 */
export function apartReasons(each: Each, load: MeasuredLoad): readonly InvalidReason[] {
  const parts = each.flatMap(({ segment, startedAfterMs }): readonly Started[] => {
    const parsed = segmentFrom(segment);
    return parsed === undefined ? [] : [{ segment, share: parsed.to.at - parsed.from.at, atMs: startedAfterMs }];
  });
  const usualMs = usualStart(parts);
  const apartMs = (part: Started): number => Math.abs(part.atMs - usualMs);
  const misplacedIn = (one: Part): number =>
    parts.reduce((sum, part) => sum + part.share * outside(apartMs(part), one), 0);
  const [most] = partsOf(load)
    .map((one) => ({ ...one, misplaced: misplacedIn(one) }))
    .toSorted((one, other) => other.misplaced - one.misplaced);
  const [worst] = parts.toSorted((one, other) => other.share * apartMs(other) - one.share * apartMs(one));
  if (worst === undefined || most === undefined || most.misplaced <= mostApart) return [];
  const { lengthMs, misplaced } = most;
  const [late, when] = [apartMs(worst), worst.atMs > usualMs ? 'after' : 'before'];
  const others = parts.length === 2 ? 'the other one' : 'the middle of them';
  return [
    {
      code: 'apart',
      because: `the generators did not send together, so that the load asked for was not there: generator ${worst.segment} began ${seconds(late)} s ${when} ${others}, by their clocks, where the load stays the same for ${seconds(lengthMs)} s: some ${shareText(misplaced)} of the requests were sent without those intended beside them, expected at most ${shareText(mostApart)}; start all at once, with clocks that agree`,
    },
  ];
}

/** When the generators of half of the load had begun. */
function usualStart(parts: readonly Started[]): number {
  const inOrder = parts.toSorted((a, b) => a.atMs - b.atMs);
  const half = parts.reduce((sum, { share }) => sum + share, 0) / 2;
  let sum = 0;
  for (const { share, atMs } of inOrder) {
    sum += share;
    if (sum >= half - 1e-9) return atMs;
  }
  return 0;
}

/** The warm-up of a run without steps does not count as settling time: no load precedes it. */
function partsOf({ settings, steps = [] }: MeasuredLoad): readonly Part[] {
  if (steps.length === 0) return [{ lengthMs: settings.durationMs, settleMs: 0, drainMs: 0 }];
  return steps.map(({ step: { fromMs, toMs, settleMs, drainMs = 0 } }) => ({
    lengthMs: toMs - fromMs,
    settleMs,
    drainMs,
  }));
}

/**
 * The share of the measured requests of a part that a generator sends beside another part, when it starts `apartMs`
 * away. The first requests of the other generators, or the last of a late generator, are sent alone: those in the
 * settling or draining time count in no figure.
 */
function outside(apartMs: number, { lengthMs, settleMs, drainMs }: Part): number {
  if (apartMs <= alwaysMs && lengthMs >= longMs) return 0;
  const measuredMs = Math.max(1, lengthMs - settleMs - drainMs);
  const aloneMs = (Math.max(0, apartMs - settleMs) + Math.max(0, apartMs - drainMs)) / 2;
  return Math.min(1, aloneMs / measuredMs);
}

function seconds(ms: number): number {
  return Number((ms / 1000).toPrecision(3));
}
