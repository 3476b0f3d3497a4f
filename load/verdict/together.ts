import type { MeasuredLoad } from '../figures/figures.ts';
import { segmentFrom } from '../records/segment.ts';
import { shareText } from '../statistics/share-text.ts';
import type { InvalidReason } from './invalid.ts';
import type { Load } from './load.ts';

type Each = NonNullable<Load['generators']>['each'];
type Started = { readonly segment: string; readonly share: number; readonly atMs: number };

/** So many of the requests may be sent away from those that they were intended to stand beside. */
const mostApart = 0.025;

/**
 * Whether the generators sent at the same time, by their clocks: else the load that was asked for was never there, however
 * well each of them sent its own part of it.
 */
export function apartReasons(each: Each, load: MeasuredLoad): readonly InvalidReason[] {
  const parts = each.flatMap(({ segment, startedAfterMs }): readonly Started[] => {
    const parsed = segmentFrom(segment);
    return parsed === undefined ? [] : [{ segment, share: parsed.to.at - parsed.from.at, atMs: startedAfterMs }];
  });
  const usualMs = usualStart(parts);
  const lengthMs = shortestPart(load);
  const apartMs = (part: Started): number => Math.abs(part.atMs - usualMs);
  const misplaced = parts.reduce((sum, part) => sum + part.share * Math.min(1, apartMs(part) / lengthMs), 0);
  const [worst] = parts.toSorted((a, b) => b.share * apartMs(b) - a.share * apartMs(a));
  if (worst === undefined || misplaced <= mostApart) return [];
  const [late, when] = [apartMs(worst), worst.atMs > usualMs ? 'after' : 'before'];
  const others = parts.length === 2 ? 'the other one' : 'most others';
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

/** For how long the load stays the same: where that is the shortest. */
function shortestPart({ settings, steps = [] }: MeasuredLoad): number {
  const lengths = steps.map(({ step }) => step.toMs - step.fromMs);
  return Math.max(1, Math.min(settings.durationMs, ...lengths));
}

function seconds(ms: number): number {
  return Number((ms / 1000).toPrecision(3));
}
