import {
  sampledNames,
  sampledQuantities,
  shareNames,
  shareQuantities,
  type SampledName,
  type ShareName,
} from './quantities.ts';

/** A quantity to compare: a quantile of a sampled quantity, or a share of requests. */
export type AskedQuantity =
  | { readonly name: SampledName; readonly percent: number }
  | { readonly name: ShareName; readonly percent?: undefined };

/** The spelling of a quantity: `ttft.p95`, `failures`. */
export function askedText({ name, percent }: AskedQuantity): string {
  return percent === undefined ? name : `${name}.p${percent}`;
}

/** The quantities that are compared by default. */
export const usualQuantities: readonly AskedQuantity[] = [
  ...sampledNames.flatMap((name) => sampledQuantities[name].percents.map((percent) => ({ name, percent }))),
  ...shareNames.map((name) => ({ name })),
];

/** The unit of its values and of their difference. */
export function unitOf({ name, percent }: AskedQuantity): 'ms' | '%' | '/s' | '' {
  if (percent !== undefined) return sampledQuantities[name].unit;
  return name === 'rate' ? '/s' : '%';
}

/**
 * The part of `within` that counts, for a share that is given in percentage points. Undefined for a quantity whose
 * difference is given relative to A.
 */
export function pointsPartOf({ name, percent }: AskedQuantity): number | undefined {
  return percent === undefined ? shareQuantities[name].pointsPart : undefined;
}

export function alwaysMatters({ name, percent }: AskedQuantity): boolean {
  return percent === undefined && shareQuantities[name].alwaysMatters === true;
}

export function betterOf({ name, percent }: AskedQuantity): 'low' | 'high' {
  return percent === undefined ? shareQuantities[name].better : sampledQuantities[name].better;
}
