export type { Finding, KnownFailureState, Verdict } from '../contract/formats/finding.ts';
export type { Counts, Given, KnownFailure, Observed, Run, RunHeader, Spend } from '../contract/formats/run.ts';

export type { About, Missing, Reason } from '../contract/formats/reason.ts';

import type { Finding } from '../contract/formats/finding.ts';

export type Unreached = NonNullable<Finding['unreached']>;
