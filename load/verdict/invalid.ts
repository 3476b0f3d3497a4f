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

/** Above these, the instrument is part of what it measures. */
export const validityBounds = {
  /** Latency counts from the intended time, so that lag is added to it. */
  lagP99Ms: 10,
  /** Of the measured requests: without them the load was not the one asked for. */
  notSentShare: 0.01,
  /** Of what all processors could have done, with user timestamps: a reading program that waits for one stamps late. */
  busyShare: 0.85,
  canaryP99Ms: 10,
} as const;
