import type { LoadComparison } from '../../conformance/contract/formats/compare.ts';

/** One word for one quantity. `same`: the interval lies within the bound that was asked for. */
export type Word = ComparedQuantity['word'];

/** A difference, B minus A; the interval holds the true one with 95 % confidence, and is absent where nothing bounds it. */
export type Difference = NonNullable<ComparedQuantity['relative']>;

/** What is told of one quantity, such as `ttft.p95`. */
export type ComparedQuantity = LoadComparison['quantities'][number];
