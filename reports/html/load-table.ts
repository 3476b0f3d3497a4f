import { withoutEmptyColumns } from '../compare/tables.ts';
import type { LoadTable } from '../load/load-table.ts';
import { type Html, html } from '../text/html.ts';

/** A table of a load report; a long one is folded. On a phone its rows become lists, each cell with its head. */
export function tableView(table: LoadTable): Html {
  const shown = table.rows.length === 0 ? table : withoutEmptyColumns(table);
  return viewOf(table, cells(shown));
}

/** The same, with the reason of a row below it wherever it is shown. */
export function stackedTableView(table: LoadTable): Html {
  return viewOf(table, stackedCells(table));
}

function viewOf(table: LoadTable, shown: Html): Html {
  const id = table.title.toLowerCase().replaceAll(' ', '-');
  const content = html`<p class="lead">${table.lead}</p>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="${id}">${shown}</div>`;
  if (table.folded === true)
    return html`<details>
      <summary id="${id}">${table.title}</summary>
      ${content}
    </details>`;
  return html`<section>
    <h2 id="${id}">${table.title}</h2>
    ${content}
  </section>`;
}

/** Longer cells are sentences, not figures. */
const longestUnbroken = 32;

const longestWide = 16;

/** A figure, and what stands in brackets behind it. */
function figureCell(value: string, head: string): Html {
  const [, figure, interval] = /^(\S+(?: to \S+)?) (\(.*\))$/.exec(value) ?? [];
  return figure === undefined
    ? html`<td data-head="${head}">${withMark(value)}</td>`
    : html`<td data-head="${head}">${figure} <small>${interval}</small></td>`;
}

/** Where columns are many, words break rather than go out of sight. */
function wideCell(value: string, head: string, look: Look): Html {
  if (look === 'named') return stackedCell(value, head, look);
  return value.length > longestWide && !value.endsWith(')')
    ? html`<td class="breaks" data-head="${head}">${value}</td>`
    : figureCell(value, head);
}

/**
 * A verdict stays beside its mark: alone at the end of a line a question mark looks like a slip. So does a number
 * beside its unit, and beside a sign that says it is a bound.
 */
function withMark(value: string): Html | string {
  const marked = value.replace(/^([✓✗?!]) /, '$1\u00a0');
  const kept = lastWithUnit.exec(marked)?.[0];
  if (kept === undefined || marked.length > longestUnbroken) return marked;
  // One element: where cells are flex boxes, the two ends of an interval would go to the two edges.
  return html`<span>${marked.slice(0, -kept.length)}<span class="kept">${kept}</span></span>`;
}

const lastWithUnit = /(?:[≤≥] )?[\d.,]+(?: ms| s| %|\/s)$|[≤≥] [\d.,]+$/;

/**
 * How a column looks: `prose` holds sentences, `named` names and verdicts. Both begin at one edge, as figures end at
 * one.
 */
type Look = 'prose' | 'named' | undefined;

function lookOf(values: readonly string[]): Look {
  if (values.some((value) => value.length > longestUnbroken)) return 'prose';
  return values.some((value) => word.test(value)) && !values.some((value) => figure.test(value)) ? 'named' : undefined;
}

const word = /^(?:[✓✗?!] )?\p{L}/u;

/** What stands in place of a figure is aligned like one. */
const figure = /^[\d+\-−≤≥]|^(?:needs|at most|suppressed)\b/;

function proseCell(value: string, head: string): Html {
  return html`<td class="prose" data-head="${head}">${withMark(value)}</td>`;
}

function stackedCell(value: string, head: string, look: Look): Html {
  if (value.length > longestUnbroken) return proseCell(value, head);
  return look === 'named'
    ? html`<td class="named" data-head="${head}">${withMark(value)}</td>`
    : html`<td data-head="${head}">${withMark(value)}</td>`;
}

/** What stands below its row where rows become lists: a reason would press the figures beside it together. */
const below = 'because';

function stackedRow(head: readonly string[], looks: readonly Look[], [name, ...values]: readonly string[]): Html {
  const place = head.indexOf(below) - 1;
  const why = values[place] ?? '';
  const shown = values.map((value, at) =>
    at === place ? undefined : stackedCell(value, head[at + 1] ?? '', looks[at + 1]),
  );
  return html`<tr${why === '' ? undefined : html` class="has-why"`}>
      <th scope="row">${name ?? ''}</th>
      ${shown}
    </tr>
    ${
      why === ''
        ? undefined
        : html`<tr class="why">
            <td colspan="${head.length - 1}">${why}</td>
          </tr>`
    }`;
}

function stackedCells({ head, rows }: LoadTable): Html {
  const looks = looksOf(head, rows);
  return html`<table class="numbers stacks">
    ${headRow(
      head.filter((name) => name !== below),
      looks.filter((_, at) => head[at] !== below),
    )}
    <tbody>
      ${rows.map((row) => stackedRow(head, looks, row))}
    </tbody>
  </table>`;
}

/** The first column names its rows. */
function looksOf(head: readonly string[], rows: LoadTable['rows']): readonly Look[] {
  return head.map((_, at) => (at === 0 ? undefined : lookOf(rows.map((row) => row[at] ?? ''))));
}

function headRow(head: readonly string[], looks: readonly Look[]): Html {
  const cell = (name: string, at: number): Html =>
    name === ''
      ? html`<td></td>`
      : html`<th scope="col" ${looks[at] === undefined ? undefined : html` class="${looks[at]}"`}>${name}</th>`;
  return html`<thead>
    <tr>
      ${head.map(cell)}
    </tr>
  </thead>`;
}

/** A list of more cells than these takes less room with several of them beside each other. */
const mostBelow = 6;

function cells({ head, rows, isWide = false }: LoadTable): Html {
  const looks = looksOf(head, rows);
  const cell = isWide ? wideCell : stackedCell;
  const look = `${isWide ? ' wide' : ''}${head.length > mostBelow ? ' dense' : ''}`;
  const cellAt = (value: string, at: number): Html =>
    looks[at] === 'prose' ? proseCell(value, head[at] ?? '') : cell(value, head[at] ?? '', looks[at]);
  return html`<table class="numbers stacks${look}">
    ${headRow(head, looks)}
    <tbody>
      ${rows.map(
        ([name, ...values]) =>
          html`<tr>
            <th scope="row">${name ?? ''}</th>
            ${values.map((value, at) => cellAt(value, at + 1))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
