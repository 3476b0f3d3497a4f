import type { ComparedQuantity, Difference } from '../differences/difference.ts';

/** Which requests were compared. */
export type ComparedSide = {
  readonly target: string;
  readonly run: string;
  readonly seed: number;
  readonly startedAt: string;
  /** Measured, and of those the answered ones. */
  readonly requests: number;
  readonly answered: number;
};

export type ComparisonMethod =
  /** Two runs, each at its own time. */
  | { readonly is: 'runs' }
  /** Slices in the order A B B A …, two of which are a pair. */
  | { readonly is: 'pairs'; readonly pairs: number };

/** What differs between two runs that are compared all the same. */
export type Told = { readonly what: string; readonly a: string; readonly b: string };

export type LoadComparison = {
  readonly schema: 'assay.compare/1';
  readonly is: 'load';
  readonly scenario: string;
  readonly method: ComparisonMethod;
  readonly a: ComparedSide;
  readonly b: ComparedSide;
  readonly within: number;
  /** How many quantities the words are shared by: see `adjustedP`. */
  readonly judgedTogether: number;
  readonly told: readonly Told[];
  readonly quantities: readonly ComparedQuantity[];
  readonly failIf?: FailIfJudgement;
  readonly exitCode: 0 | 1 | 2;
};

export type FailIfJudgement = {
  readonly is: 'exceeded' | 'met' | 'undecided';
  readonly bounds: readonly FailIfBound[];
};

export type FailIfBound = {
  readonly text: string;
  readonly is: 'exceeded' | 'met' | 'undecided';
  /** Of the difference: a share of A, or the quantity's own; `%` are percentage points. */
  readonly unit: 'share' | 'ms' | '%' | '/s' | '';
  /** The intervals of all bounds hold together with 95 % confidence. */
  readonly difference?: Difference;
  readonly because?: string;
};
