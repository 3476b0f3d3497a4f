/** One table of a load report, in plain text: each kind of report sets it in its own way. */
export type LoadTable = {
  readonly title: string;
  readonly lead: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Long, and looked at seldom. */
  readonly folded?: boolean;
  /** Of many columns: where there is little room, intervals stand below their values. */
  readonly isWide?: boolean;
};
