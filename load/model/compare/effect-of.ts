import { shareText } from '../share-text.ts';
import type { AskedQuantity } from './asked.ts';
import { quantileEffect, runsOf, shareEffect, type Effect, type NoEffect, type Sides } from './effects.ts';

/** The effect of one quantity. Times are those of answered requests, and nothing is told of mere survivors. */
export function effectOf(sides: Sides, asked: AskedQuantity): Effect | NoEffect {
  if (asked.percent === undefined) return shareEffect(sides, asked.name);
  const effect = quantileEffect(sides, asked.name, asked.percent);
  if (effect.is !== 'effect') return effect;
  const because = survivorsOnly(sides, asked.percent) ?? tooEarly(sides, asked);
  return because === undefined ? effect : { is: 'none', because };
}

/** As in the report of one run: where more failed than a quantile leaves out, it would tell of those that got through. */
function survivorsOnly(sides: Sides, percent: number): string | undefined {
  const failures = shareEffect(sides, 'failures');
  if (failures.is !== 'effect') return undefined;
  const [side, failed] = failures.a > failures.b ? ['A', failures.a] : ['B', failures.b];
  if (failed <= 100 - percent + 1e-9) return undefined;
  return `${Number(failed.toPrecision(3))} % of the requests of ${side} failed and have no such time`;
}

/** As in the report of one run too: events that came at an unknown time before their stamp spoil the same quantiles. */
function tooEarly(sides: Sides, { name, percent = 0 }: AskedQuantity): string | undefined {
  if (name !== 'ttfe' && name !== 'ttft' && name !== 'serviceTtft' && name !== 'gap') return undefined;
  const runs = runsOf(sides);
  const shares = (['a', 'b'] as const).map((side) => {
    const [early, all] = [sumOf(runs, (run) => run[side].events.early), sumOf(runs, (run) => run[side].events.count)];
    return all === 0 ? 0 : early / all;
  });
  const share = Math.max(...shares);
  if (share <= 1 - percent / 100 + 1e-12) return undefined;
  return `${shareText(share)} of the events of ${share === shares[0] ? 'A' : 'B'} arrived at an unknown time before their stamp`;
}

function sumOf<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((sum, value) => sum + of(value), 0);
}
