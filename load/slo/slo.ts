import type { Load } from '../../conformance/contract/formats/load/load.ts';
import type { SloQuantity } from './quantities.ts';

export type SloUnit = 'ms' | '%' | '/s' | '';
export type SloRelation = '<' | '<=' | '>' | '>=';
export type SloStatistic = { readonly percent: number } | 'mean' | 'max';

/** One bound: `ttft.p95<800ms`. `statistic` is absent for shares and rates. */
export type SloBound = {
  readonly quantity: SloQuantity;
  readonly statistic?: SloStatistic;
  readonly relation: SloRelation;
  /** In `unit`: seconds are kept as milliseconds. */
  readonly bound: number;
  readonly unit: SloUnit;
};

/** Bounds that all have to be kept; never empty. */
export type Slo = readonly SloBound[];

/** `ttft.p95<800ms, failures<0.1%`; parsing it gives the same again. */
export function sloText(slo: Slo): string {
  return slo.map(boundText).join(', ');
}

export function boundText({ quantity, statistic, relation, bound, unit }: SloBound): string {
  return `${quantity}${statistic === undefined ? '' : `.${statisticText(statistic)}`}${relation}${bound}${unit}`;
}

function statisticText(statistic: SloStatistic): string {
  return typeof statistic === 'string' ? statistic : `p${statistic.percent}`;
}

/** Whether a value keeps a bound; both in the bound's unit. */
export function meetsBound(value: number, { relation, bound }: Pick<SloBound, 'relation' | 'bound'>): boolean {
  switch (relation) {
    case '<':
      return value < bound;
    case '<=':
      return value <= bound;
    case '>':
      return value > bound;
    case '>=':
      return value >= bound;
  }
}

/** The percentiles of one quantity that an SLO names. */
export function percentsOf(slo: Slo, quantity: SloQuantity): readonly number[] {
  const percents = slo.flatMap(({ quantity: named, statistic }) =>
    named === quantity && typeof statistic === 'object' ? [statistic.percent] : [],
  );
  return [...new Set(percents)];
}

/** A bound with what was measured. `value` and `interval` are in the bound's unit. */
export type BoundJudgement = SloJudgement['bounds'][number];

export type SloJudgement = NonNullable<Load['slo']>;
