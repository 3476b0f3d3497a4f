import { expect, it } from 'vitest';
import { hasQuantiles, sloQuantities, sloQuantityNames } from '../../../load/slo/quantities.ts';
import { boundText, type SloBound, type SloStatistic } from '../../../load/slo/slo.ts';
import { boundsOn, statisticOf } from './slo-bound.ts';

const statistics: readonly SloStatistic[] = ['mean', 'max', { percent: 95 }, { percent: 99.9 }];
const units = { time: ['ms'], factor: [''], share: ['%'], rate: ['/s'], shareOrRate: ['%', '/s'] } as const;

/** One of every quantity, of each statistic and unit that it takes. */
const all = sloQuantityNames.flatMap((quantity): readonly SloBound[] =>
  units[sloQuantities[quantity].kind].flatMap((unit) =>
    (hasQuantiles(quantity) ? statistics : [undefined]).flatMap((statistic) =>
      [1200, 0.05, 1e-7, 1e21].map((bound): SloBound => ({
        quantity,
        ...(statistic !== undefined && { statistic }),
        relation: '<=',
        bound,
        unit,
      })),
    ),
  ),
);

it('finds the bounds on what requests show of a quantity', () => {
  const judged = all.map((bound) => ({ text: boundText(bound), of: bound, is: 'met' as const }));
  expect(boundsOn('e2e', judged)).toHaveLength(16);
  expect(boundsOn('failures', judged)).toEqual([]);
});

it('reads the value that a bound is on', () => {
  const times = { n: 9, missing: {}, p50: 5, p999: 90, mean: 7, max: 91, asked: [{ percent: 97.5, value: 80 }] };
  expect([50, 97.5, 99.9, 98].map((percent) => statisticOf(times, { percent }))).toEqual([5, 80, 90, undefined]);
  expect([statisticOf(times, 'mean'), statisticOf(times, 'max')]).toEqual([7, 91]);
});
