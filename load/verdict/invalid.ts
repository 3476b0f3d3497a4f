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

/** A reason why the instrument is not trusted. */
export type InvalidReason = { readonly code: InvalidCode; readonly because: string };

/** Above these bounds the instrument distorts what it measures. */
export const validityBounds = {
  /** In milliseconds. Latency counts from the intended time, so the lag is part of it. */
  lagP99Ms: 10,
  /** Share of the measured requests: above it the load was not the load that was asked for. */
  notSentShare: 0.01,
  /**
   * Share of the time of all processors, for user timestamps: a program that waits for a processor takes its timestamps
   * late.
   */
  busyShare: 0.85,
  canaryP99Ms: 10,
} as const;
