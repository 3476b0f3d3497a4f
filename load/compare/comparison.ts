import type { LoadComparison, ReleasesComparison, ReleaseStep } from '../../conformance/contract/formats/compare.ts';

/** The requests that were compared. */
export type ComparedSide = LoadComparison['a'];

export type ComparisonMethod = LoadComparison['method'];

/** A difference in the setup of two runs that are compared nevertheless. */
export type SetupDifference = LoadComparison['told'][number];

export type { LoadComparison, ReleasesComparison, ReleaseStep };

export type FailIfJudgement = NonNullable<LoadComparison['failIf']>;

export type FailIfBound = FailIfJudgement['bounds'][number];
