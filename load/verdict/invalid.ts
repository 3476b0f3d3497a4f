export type InvalidCode =
  | 'incomplete'
  | 'interrupted'
  | 'nothingMeasured'
  | 'dispatchLag'
  | 'notSent'
  | 'unvouched'
  | 'cpu'
  | 'canary'
  | 'clockSteps'
  | 'apart'
  | 'extraLoad'
  | 'tooFewSamples'
  | 'otherSchedule'
  | 'clientErrors';

/** One reason why the instrument cannot be believed. */
export type InvalidReason = { readonly code: InvalidCode; readonly because: string };

/** Then the service got another load than was asked for, which it need not bear. */
export function isOtherLoad(reasons: readonly InvalidReason[]): boolean {
  return reasons.some(({ code }) => code === 'apart' || code === 'extraLoad' || code === 'otherSchedule');
}

/** Above these, the instrument is part of what it measures. */
export const validityBounds = {
  /** Latency counts from the intended time, so that lag is added to it. */
  lagP99Ms: 10,
  /** Beyond so many times that, the load generator is at its end, and its requests come in bursts. */
  mostTimesLate: 5,
  /** Of the measured requests: without them the load was not the one asked for. */
  notSentShare: 0.01,
  /** Of what all processors could have done, with user timestamps: a reading program that waits for one stamps late. */
  busyShare: 0.85,
  canaryP99Ms: 10,
} as const;
