import type { Operation } from '../plan/operations.ts';

type Facts = {
  /** How a bound on the quantity is written. */
  readonly kind: 'time' | 'factor' | 'share' | 'rate' | 'shareOrRate';
  /** Its name in reports; absent for quantities without quantiles. */
  readonly name: string | undefined;
  /** The operations whose responses have the quantity; absent where all have it. */
  readonly onlyOf: readonly Operation[] | undefined;
  /** Whether it is a time from the intended start or from sending to a later moment, and so never 0. */
  readonly isAboveZero: boolean;
  /** Whether it is unknown without a rule that says which events carry text of the reply. */
  readonly needsText: boolean;
  /**
   * The metric (load/k6ext/metrics.go) by which k6 judges it. No metric of k6 has the quantile of gaps over all events.
   */
  readonly k6Metric: string | undefined;
};

const ofStream = { onlyOf: ['stream'], isAboveZero: true, needsText: false } as const;
const ofSpeech = { onlyOf: ['speech'], isAboveZero: false, needsText: false } as const;
const ofAll = { onlyOf: undefined, isAboveZero: false, needsText: false } as const;
const onlyRecords = { k6Metric: undefined } as const;
const noQuantiles = { name: undefined } as const;

/** The quantities on which an SLO can put a bound, with their properties. */
export const sloQuantities = {
  /** Time to first event: the first with data. */
  ttfe: { ...ofStream, kind: 'time', name: 'TTFE', k6Metric: 'assay_ttfe' },
  /** Time to first token: the first event with text of the reply. */
  ttft: { ...ofStream, kind: 'time', name: 'TTFT', needsText: true, k6Metric: 'assay_ttft' },
  serviceTtft: { ...ofStream, kind: 'time', name: 'service TTFT', needsText: true, k6Metric: 'assay_service_ttft' },
  gap: { ...ofStream, ...onlyRecords, kind: 'time', name: 'inter-event gap', isAboveZero: false },
  /** Time to first byte of the body of a response that is not a stream. For a stream, the first event says more. */
  ttfb: {
    onlyOf: ['chat', 'speech', 'voices'],
    isAboveZero: true,
    needsText: false,
    ...onlyRecords,
    kind: 'time',
    name: 'TTFB',
  },
  e2e: { ...ofAll, kind: 'time', name: 'E2E latency', isAboveZero: true, k6Metric: 'assay_e2e' },
  lag: { ...ofAll, kind: 'time', name: 'lag', k6Metric: 'assay_lag' },
  rtf: { ...ofSpeech, ...onlyRecords, kind: 'factor', name: 'real-time factor', isAboveZero: true },
  failures: { ...ofAll, ...noQuantiles, kind: 'share', k6Metric: 'assay_failures' },
  /** Share of the complete responses that are wrong. */
  wrong: { ...ofAll, ...noQuantiles, kind: 'share', k6Metric: 'assay_wrong' },
  /** Requests sent per second, over the time it took to send them. */
  sent: { ...ofAll, ...noQuantiles, ...onlyRecords, kind: 'rate' },
  /** The older name of `sent`; in a comparison `rate` means answered requests. */
  rate: { ...ofAll, ...noQuantiles, ...onlyRecords, kind: 'rate' },
  goodput: { ...ofAll, ...noQuantiles, ...onlyRecords, kind: 'shareOrRate' },
  audio: { ...ofSpeech, ...noQuantiles, ...onlyRecords, kind: 'rate' },
  chars: { ...ofSpeech, ...noQuantiles, ...onlyRecords, kind: 'rate' },
} as const satisfies Readonly<Record<string, Facts>>;

export type SloQuantity = keyof typeof sloQuantities;
export type SloKind = (typeof sloQuantities)[SloQuantity]['kind'];

export const sloQuantityNames = Object.keys(sloQuantities) as readonly SloQuantity[];

/** What differs between requests, so that a bound on it names a quantile, the mean or the largest. */
export type QuantileQuantity = {
  [Name in SloQuantity]: (typeof sloQuantities)[Name]['kind'] extends 'time' | 'factor' ? Name : never;
}[SloQuantity];

export function hasQuantiles(quantity: SloQuantity): quantity is QuantileQuantity {
  const { kind } = sloQuantities[quantity];
  return kind === 'time' || kind === 'factor';
}
