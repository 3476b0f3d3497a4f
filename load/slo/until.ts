import { quantileNames, quantiles, type QuantileName } from '../statistics/distribution.ts';
import { hasQuantiles, sloQuantityNames, type SloQuantity } from './quantities.ts';

/** Until when a run goes on: the interval of one quantile is within so much of its value. */
export type Until = {
  readonly quantity: SloQuantity;
  readonly quantile: QuantileName;
  /** A share of the value: 0.02 is ± 2 %. */
  readonly within: number;
};

/** How far a run has come that goes on until then, as its last look found it. */
export type UntilSoFar = {
  /** Such as `TTFT p99`. */
  readonly quantile: string;
  readonly within: number;
  /** A share of the value, as `within`; absent before the first look, and where it found no interval. */
  readonly precision?: number | undefined;
  /** Measured requests at the last look; 0 before the first. */
  readonly lookedAt: number;
  readonly nextLookAt: number;
  /** So many looks, one after the other, have found it so narrow until now; the run ends with the last of `of`. */
  readonly inRow: number;
  readonly of: number;
};

type ParsedUntil = { readonly is: 'until'; readonly until: Until } | { readonly is: 'wrong'; readonly because: string };

const example = 'ttft.p99±2%';
const [leastPercent, mostPercent] = [0.1, 50];

const pattern = /^(?<name>[a-z0-9]+)(?:\.(?<statistic>[a-z0-9.]+))?\s*(?:±|\+-|\+\/-)\s*(?<size>\d+(?:\.\d+)?)\s*%$/i;

/** Reads `ttft.p99±2%`, or the same with `+-`. */
export function parseUntil(text: string): ParsedUntil {
  const groups = pattern.exec(text.trim())?.groups;
  if (groups === undefined)
    return wrong(`${JSON.stringify(text)} is not a quantile with its precision; expected one such as ${example}`);
  const { name = '', statistic, size } = groups;
  const quantity = quantitiesWithQuantiles.find((each) => each === name);
  if (quantity === undefined)
    return wrong(`${JSON.stringify(name)} has no quantiles; expected ${quantitiesWithQuantiles.join(', ')}`);
  const quantile = quantileNames.find((each) => quantileSpelling(each) === statistic);
  if (quantile === undefined) {
    const expected = quantileNames.map((each) => `${name}.${quantileSpelling(each)}`).join(', ');
    return wrong(`${JSON.stringify(statistic ?? text)} names no quantile of a report; expected one of ${expected}`);
  }
  const percent = Number(size);
  if (percent < leastPercent || percent > mostPercent)
    return wrong(`${size} % is no precision to measure by; expected ${leastPercent} to ${mostPercent} %`);
  return { is: 'until', until: { quantity, quantile, within: Number((percent / 100).toPrecision(12)) } };
}

function wrong(because: string): ParsedUntil {
  return { is: 'wrong', because };
}

const quantitiesWithQuantiles = sloQuantityNames.filter(hasQuantiles);

/** `ttft.p99±2%`; parsing it gives the same again. */
export function untilText({ quantity, quantile, within }: Until): string {
  return `${quantity}.${quantileSpelling(quantile)}±${Number((within * 100).toPrecision(12))}%`;
}

/** `p99.9`: as people write it, and flags take it. */
export function quantileSpelling(name: QuantileName): string {
  return `p${Number((quantiles[name] * 100).toPrecision(12))}`;
}
