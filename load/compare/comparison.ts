import type { LoadComparison, ReleasesComparison, ReleaseStep } from '../../conformance/contract/formats/compare.ts';

/** Which requests were compared. */
export type ComparedSide = LoadComparison['a'];

export type ComparisonMethod = LoadComparison['method'];

/** What differs between two runs that are compared all the same. */
export type SetupDifference = LoadComparison['told'][number];

export type { LoadComparison, ReleasesComparison, ReleaseStep };

export type FailIfJudgement = NonNullable<LoadComparison['failIf']>;

export type FailIfBound = FailIfJudgement['bounds'][number];
