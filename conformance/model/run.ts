export type { Finding, Verdict } from '../contract/formats/finding.ts';
export type { Counts, Given, Run, RunHeader, Spend } from '../contract/formats/run.ts';

import type { Finding } from '../contract/formats/finding.ts';

export type Unreached = NonNullable<Finding['unreached']>;
