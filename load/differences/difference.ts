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
