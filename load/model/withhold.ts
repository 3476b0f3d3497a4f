import { quantileNames, quantiles, type Distribution, type QuantileName } from './distribution.ts';
import type { Figures } from './load.ts';

/** Figures without the percentiles that early events spoil; the reason stands in their place. */
export function withheldFigures<Some extends Figures>(figures: Some): Some {
  const { earlyShare } = figures.events;
  if (earlyShare === 0) return figures;
  const withhold = (distribution: Distribution): Distribution => withheldFrom(distribution, earlyShare);
  return {
    ...figures,
    ttftMs: withhold(figures.ttftMs),
    serviceTtftMs: withhold(figures.serviceTtftMs),
    gapMs: withhold(figures.gapMs),
  };
}

/** A percentile q can be told while fewer than 1 − q of the events may have come earlier than their stamp says. */
function withheldFrom(distribution: Distribution, earlyShare: number): Distribution {
  const spoils = (q: number): boolean => earlyShare > 1 - q + 1e-12;
  const because = `${shareText(earlyShare)} of the events arrived at an unknown time before their stamp`;
  const names = quantileNames.filter((name) => spoils(quantiles[name]) && distribution[name] !== undefined);
  const asked = distribution.asked?.map((each) => {
    if (each.value === undefined || !spoils(each.percent / 100)) return each;
    return { percent: each.percent, withheld: because };
  });
  const curve = distribution.curve?.filter(({ percent }) => !spoils(percent / 100));
  if (names.length === 0 && asked === undefined && curve === undefined) return distribution;
  const { intervals, ...rest } = distribution;
  const sure = intervals && without(intervals, names);
  return {
    ...without(rest, names),
    ...(sure && Object.keys(sure).length > 0 && { intervals: sure }),
    ...(names.length > 0 && { withheld: Object.fromEntries(names.map((name) => [name, because])) }),
    ...(asked && { asked }),
    ...(curve && { curve }),
    ...(curve && curve.length < (distribution.curve?.length ?? 0) && { curveWithheld: because }),
  };
}

function without<T extends object>(from: T, names: readonly QuantileName[]): T {
  return Object.fromEntries(Object.entries(from).filter(([key]) => !names.some((name) => name === key))) as T;
}

/** `0.34 %`. */
export function shareText(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}
