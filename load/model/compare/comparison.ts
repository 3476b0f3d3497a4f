/** One word for one quantity. `same`: the interval lies within the bound that was asked for. */
export type Word = 'faster' | 'slower' | 'same' | 'undecided';

/** A difference, B minus A; the interval holds the true one with 95 % confidence, and is absent where nothing bounds it. */
export type Difference = { readonly value: number; readonly interval?: readonly [low: number, high: number] };

/** What is told of one quantity, such as `ttft.p95`. */
export type ComparedQuantity = {
  readonly quantity: string;
  /** Of `a`, `b` and `absolute`; `%` are percentage points. */
  readonly unit: 'ms' | '%' | '/s' | '';
  readonly better: 'low' | 'high';
  readonly a?: number;
  readonly b?: number;
  /** As a share of A: 0.05 is 5 % more. Absent for failures and wrong answers, which are mostly 0 of A. */
  readonly relative?: Difference;
  readonly absolute?: Difference;
  /** That so large a difference comes of chance: alone, and among all quantities that are judged together. */
  readonly p?: number;
  readonly adjustedP?: number;
  readonly word: Word;
  /** `same` is within so much: a share of A, or for failures and wrong answers percentage points. */
  readonly within?: number;
  /** Why it is undecided, where more is to be said than that the interval is too wide. */
  readonly because?: string;
  /** The smallest difference that these samples would have shown in 9 of 10 cases; as `within`. */
  readonly couldShow?: number;
  /** About how many measured requests each side needs, for a difference of `within` to be shown in 9 of 10 cases. */
  readonly needed?: number;
};

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
