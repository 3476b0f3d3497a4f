/** A table of a load report, in plain text: each kind of report formats it in its own way. */
export type LoadTable = {
  readonly title: string;
  readonly lead: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Long, and seldom read: shown collapsed. */
  readonly folded?: boolean;
  /** Has many columns: where there is little room, intervals stand below their values. */
  readonly isWide?: boolean;
};
