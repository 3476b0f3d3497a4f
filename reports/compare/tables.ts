import type { LoadTable } from '../load/load-table.ts';
import type { Headline } from '../text/format.ts';

/** A comparison in plain text, which each kind of report lays out in its own way. */
export type ComparisonReport = {
  readonly headline: Headline;
  /** Each fact with its parts. */
  readonly facts: readonly (readonly [name: string, ...parts: string[]])[];
  readonly tables: readonly LoadTable[];
};

type SetupRow = { readonly what: string; readonly a: string; readonly b: string; readonly against?: string };

/** Differences between the two sides that are not results. */
export function setupTable(told: readonly SetupRow[]): LoadTable {
  return {
    title: 'Set-up differences',
    lead: `Differences between the runs besides their results. They do not prevent a comparison${isAgainst(told) ? '; where a reason is beside one, figures may differ by it alone' : ''}.`,
    head: ['', 'A', 'B', 'because'],
    rows: told.map(({ what, a, b, against = '' }) => [what, a, b, against]),
  };
}

/** Adds to the headline the differences in set-up that may have caused the change instead of the service. */
export function withInstruments(headline: Headline, told: readonly SetupRow[]): Headline {
  if (!isAgainst(told)) return headline;
  const names = told.flatMap(({ what, against }) => (against === undefined ? [] : [what]));
  const says = `${headline.says}; measured by different instruments (${names.join(', ')})`;
  return { ...headline, says, ...(headline.is === 'pass' && { isAmber: true }) };
}

function isAgainst(told: readonly SetupRow[]): boolean {
  return told.some(({ against }) => against !== undefined);
}

/** Leaves out columns that are empty in all rows. */
export function withoutEmptyColumns(table: LoadTable): LoadTable {
  const isShown = (_: string, place: number): boolean => place === 0 || table.rows.some((row) => row[place] !== '');
  return { ...table, head: table.head.filter(isShown), rows: table.rows.map((row) => row.filter(isShown)) };
}
