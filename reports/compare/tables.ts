import type { LoadTable } from '../load/load-table.ts';
import type { Headline } from '../text/format.ts';

/** A comparison in plain text: each kind of report sets it in its own way. */
export type ComparisonReport = {
  readonly headline: Headline;
  /** Each with what is told of it, part by part. */
  readonly facts: readonly (readonly [name: string, ...parts: string[]])[];
  readonly tables: readonly LoadTable[];
};

type SetupRow = { readonly what: string; readonly a: string; readonly b: string };

/** What differs between the two sides and is no result. */
export function setupTable(told: readonly SetupRow[]): LoadTable {
  return {
    title: 'Set-up differences',
    lead: 'Differences between the runs besides their results. They do not prevent a comparison.',
    head: ['', 'A', 'B'],
    rows: told.map(({ what, a, b }) => [what, a, b]),
  };
}

/** Without the columns in which no row has anything to say. */
export function withoutEmptyColumns(table: LoadTable): LoadTable {
  const isShown = (_: string, place: number): boolean => place === 0 || table.rows.some((row) => row[place] !== '');
  return { ...table, head: table.head.filter(isShown), rows: table.rows.map((row) => row.filter(isShown)) };
}
