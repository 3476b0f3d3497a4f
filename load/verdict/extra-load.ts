import type { MeasuredLoad } from '../figures/figures.ts';
import { shareText } from '../statistics/share-text.ts';
import type { InvalidReason } from './invalid.ts';
import type { Load } from './load.ts';
import { mostApart } from './simultaneous.ts';

type Repeated = NonNullable<Load['generators']>['repeated'];

/** A part of a run that has its own figures, by times since the start of the run. */
type MeasuredPart = { readonly fromMs: number; readonly toMs: number; readonly measured: number };

/** Each step, or without steps the run after its warm-up. */
export function measuredParts({ settings, counts, steps = [] }: MeasuredLoad): readonly MeasuredPart[] {
  if (steps.length === 0) return [{ fromMs: settings.warmupMs, toMs: settings.durationMs, measured: counts.measured }];
  return steps.map(({ step: { fromMs, toMs, settleMs, drainMs = 0 }, counts: { measured } }) => ({
    fromMs: fromMs + settleMs,
    toMs: toMs - drainMs,
    measured,
  }));
}

/**
 * Reasons for requests of second attempts that were sent at the same time as those of the first: the service got more
 * load than was asked for, although no figure includes it. An attempt that ended before the next began adds no such
 * load.
 */
export function extraReasons(repeated: Repeated, load: MeasuredLoad): readonly InvalidReason[] {
  const parts = measuredParts(load).map(({ measured }, place) => {
    const extra = repeated.reduce((sum, { alongside = [] }) => sum + (alongside[place] ?? 0), 0);
    return { extra, share: measured === 0 ? 0 : extra / measured };
  });
  const [most] = parts.toSorted((one, other) => other.share - one.share);
  if (most === undefined || most.share <= mostApart) return [];
  const segments = repeated.filter(({ alongside = [] }) => alongside.some((count) => count > 0));
  const names = [...new Set(segments.map(({ segment }) => segment))].join(', ');
  const where = parts.length === 1 ? 'that are measured' : 'of one step';
  return [
    {
      code: 'extraLoad',
      because: `more was sent than asked for: other attempts at segment ${names} sent ${most.extra} requests beside those ${where}, ${shareText(most.share)} more, expected at most ${shareText(mostApart)}; start each segment once`,
    },
  ];
}
