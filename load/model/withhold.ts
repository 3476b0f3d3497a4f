import { quantileNames, quantiles, type Distribution, type QuantileName } from './distribution.ts';
import type { Figures } from './load.ts';
import { shareText } from './share-text.ts';

/** Figures without the percentiles that early events spoil; the reason stands in their place. */
export function withheldFigures<Some extends Figures>(figures: Some): Some {
  const { earlyShare, earlyFirstShare } = figures.events;
  if (earlyShare === 0) return figures;
  const ofEvents = `${shareText(earlyShare)} of the events arrived at an unknown time before their stamp`;
  const ofFirsts = `in ${shareText(earlyFirstShare)} of the answers the first content arrived at an unknown time before its stamp`;
  return {
    ...figures,
    ttftMs: withheldFrom(figures.ttftMs, earlyFirstShare, ofFirsts),
    serviceTtftMs: withheldFrom(figures.serviceTtftMs, earlyFirstShare, ofFirsts),
    gapMs: withheldFrom(figures.gapMs, earlyShare, ofEvents),
  };
}

/** A percentile q can be told while fewer than 1 − q of its samples may have come earlier than their stamp says. */
function withheldFrom(distribution: Distribution, earlyShare: number, because: string): Distribution {
  const spoils = (q: number): boolean => earlyShare > 1 - q + 1e-12;
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
