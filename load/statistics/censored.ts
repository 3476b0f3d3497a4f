/**
 * A value of which only an interval is known: statistics calls it interval-censored. It lies between `low` and `high`; where
 * these are the same, it is known exactly. In published formats, whose names stay, such events are `early` or `uncertain`,
 * such gaps `unsureGaps`, and the low end of a figure is `atLeast`.
 */
export type Censored = { readonly low: number; readonly high: number };

export function isCensored({ low, high }: Censored): boolean {
  return low < high;
}
