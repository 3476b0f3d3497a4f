import { firstArrivals } from '../records/arrivals.ts';
import { eachGap } from '../records/record-gaps.ts';
import { bodyStartMs, type RequestRecord } from '../records/record.ts';

/** Quantities with samples for each answered request: times in milliseconds, and further quantities of speech. */
export type SampledName = 'ttfe' | 'ttft' | 'serviceTtft' | 'gap' | 'ttfb' | 'e2e' | 'rtf' | 'chars';

/** Quantities that are true or false of each request. */
export type ShareName = 'rate' | 'goodput' | 'failures' | 'wrong';

type Sampled = {
  readonly unit: 'ms' | '' | '/s';
  /** Whether low or high values are better. */
  readonly better: 'low' | 'high';
  /** Resolution of the samples: parts of the unit. */
  readonly parts: number;
  /** Percentiles that are compared by default. */
  readonly percents: readonly number[];
};

const times = { unit: 'ms', better: 'low', parts: 1000, percents: [50, 90, 95, 99] } as const;

export const sampledQuantities: { readonly [Name in SampledName]: Sampled } = {
  // It mostly equals the time to first token: comparing all its percentiles would make every other difference harder to
  // show.
  ttfe: { ...times, percents: [50] },
  ttft: times,
  serviceTtft: times,
  gap: times,
  ttfb: { ...times, percents: [50, 95] },
  e2e: times,
  rtf: { unit: '', better: 'low', parts: 1e6, percents: [50, 95] },
  chars: { unit: '/s', better: 'high', parts: 1000, percents: [50] },
};

export const sampledNames = Object.keys(sampledQuantities) as readonly SampledName[];

type SharedQuantity = {
  readonly better: 'low' | 'high';
  /**
   * For a quantity given in percentage points because its value in A is mostly 0: the part of `within` that is too
   * small to matter. It is below 1, as such a share is a smaller part of the whole than a time is.
   */
  readonly pointsPart?: number;
  /** Whether every difference matters, however small, as soon as it is shown. */
  readonly alwaysMatters?: boolean;
};

export const shareQuantities: { readonly [Name in ShareName]: SharedQuantity } = {
  rate: { better: 'high' },
  goodput: { better: 'high' },
  failures: { better: 'low', pointsPart: 0.1 },
  // Over the responses that arrived completely and were judged.
  wrong: { better: 'low', pointsPart: 0.01, alwaysMatters: true },
};

export const shareNames = Object.keys(shareQuantities) as readonly ShareName[];

/** In an SLO `rate` means requests sent; `answered` names unambiguously what `rate` means in a comparison. */
export const shareAliases: ReadonlyMap<string, ShareName> = new Map([['answered', 'rate']]);

export function shareNamed(name: string): ShareName | undefined {
  return shareNames.find((each) => each === name) ?? shareAliases.get(name);
}

/** @param low less than `high` where the value is censored because events came in the same read as later ones */
type TakeSample = (name: SampledName, low: number, high: number) => void;

/** Passes on every sample of an answered request, counted as in the report of a single run. */
export function samplesOf(record: RequestRecord, takeCensored: TakeSample): void {
  const { intended, sent, end, audioSeconds, chars } = record;
  const take = (name: SampledName, value: number): void => takeCensored(name, value, value);
  const { event, content } = firstArrivals(record);
  const began = bodyStartMs(record);
  if (began !== undefined) take('ttfb', began - intended);
  take('e2e', end - intended);
  if (event !== undefined) takeCensored('ttfe', event.low - intended, event.high - intended);
  if (content !== undefined) {
    takeCensored('ttft', content.low - intended, content.high - intended);
    if (sent !== undefined) takeCensored('serviceTtft', content.low - sent, content.high - sent);
  }
  eachGap(record, (low, high) => takeCensored('gap', low, high));
  const tookS = sent === undefined ? 0 : (end - sent) / 1000;
  if (audioSeconds !== undefined && audioSeconds > 0) take('rtf', tookS / audioSeconds);
  if (chars !== undefined && tookS > 0) take('chars', chars / tookS);
}
