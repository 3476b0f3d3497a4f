import type { LoadTable } from '../load/load-table.ts';
import type { Headline } from '../text/format.ts';

/** A comparison in plain text: each kind of report sets it in its own way. */
export type ComparisonReport = {
  readonly headline: Headline;
  /** Each with what is told of it, part by part. */
  readonly facts: readonly (readonly [name: string, ...parts: string[]])[];
  readonly tables: readonly LoadTable[];
};

type SetupRow = { readonly what: string; readonly a: string; readonly b: string; readonly against?: string };

/** What differs between the two sides and is no result. */
export function setupTable(told: readonly SetupRow[]): LoadTable {
  return {
    title: 'Set-up differences',
    lead: `Differences between the runs besides their results. They do not prevent a comparison${isAgainst(told) ? '; where a reason is beside one, figures may differ by it alone' : ''}.`,
    head: ['', 'A', 'B', 'because'],
    rows: told.map(({ what, a, b, against = '' }) => [what, a, b, against]),
  };
}

/** The same headline, with what it may be the doing of instead of the service's. */
export function withInstruments(headline: Headline, told: readonly SetupRow[]): Headline {
  if (!isAgainst(told)) return headline;
  const names = told.flatMap(({ what, against }) => (against === undefined ? [] : [what]));
  const says = `${headline.says}; measured by different instruments (${names.join(', ')})`;
  return { ...headline, says, ...(headline.is === 'pass' && { isAmber: true }) };
}

function isAgainst(told: readonly SetupRow[]): boolean {
  return told.some(({ against }) => against !== undefined);
}

/** Without the columns in which no row has anything to say. */
export function withoutEmptyColumns(table: LoadTable): LoadTable {
  const isShown = (_: string, place: number): boolean => place === 0 || table.rows.some((row) => row[place] !== '');
  return { ...table, head: table.head.filter(isShown), rows: table.rows.map((row) => row.filter(isShown)) };
}
