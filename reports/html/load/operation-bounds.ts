import type { Distribution } from '../../../load/statistics/distribution.ts';
import type { SloQuantity } from '../../../load/slo/quantities.ts';
import type { BoundJudgement, SloBound } from '../../../load/slo/slo.ts';
import type { BoundLine } from '../../charts/histogram-chart.ts';
import { msText } from '../../load/format.ts';
import { boundsOn, statisticOf } from './slo-bound.ts';

/** A bound on E2E latency is on all operations together. Beside one of them its line shows whether that one alone keeps it. */
export function boundsOfPart(
  quantity: SloQuantity,
  times: Distribution,
  bounds: readonly BoundJudgement[],
): readonly BoundLine[] {
  return boundsOn(quantity, bounds).map(({ text, is, bound }) => {
    const value = is === 'inconclusive' ? undefined : statisticOf(times, bound.statistic);
    const tone = value === undefined ? 'inconclusive' : keeps(value, bound) ? 'pass' : 'fail';
    return { name: `SLO ${text}`, value: bound.bound, is: tone };
  });
}

/** What the line means, as its verdict is that of all operations. */
export function notesOfPart(
  { operation }: { readonly operation?: string },
  times: Distribution,
  bounds: readonly BoundJudgement[],
): readonly string[] {
  return boundsOn('e2e', bounds).map(({ text, is, bound }) => {
    const value = statisticOf(times, bound.statistic);
    const alone =
      value === undefined
        ? 'has too few answers for it'
        : `alone ${keeps(value, bound) ? 'keeps it' : 'is beyond it'}, with ${msText(value)} ms`;
    return `${text} is judged over all operations together (${is}); ${operation} ${alone}.`;
  });
}

/** The value that is held against a bound is an upper one where it may be less. */
function keeps(value: number, { relation, bound }: SloBound): boolean {
  return relation === '<' ? value < bound : value <= bound;
}
