import type { LoadTable } from '../load/load-table.ts';
import { type Html, html } from '../text/html.ts';

/** A table of a load report; a long one is folded. */
export function tableView(table: LoadTable): Html {
  return viewOf(table, cells(table));
}

/** A table whose rows become lists where there is little room, each cell with its head: nothing of it is out of sight. */
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
function figureCell(value: string): Html {
  const [, figure, interval] = /^(\S+) (\(.*\))$/.exec(value) ?? [];
  return figure === undefined ? html`<td>${value}</td>` : html`<td>${figure} <small>${interval}</small></td>`;
}

/** Where columns are many, words break rather than go out of sight. */
function wideCell(value: string): Html {
  return value.length > longestWide && !value.endsWith(')')
    ? html`<td class="breaks">${value}</td>`
    : figureCell(value);
}

/** A verdict stays beside its mark: alone at the end of a line a question mark looks like a slip. */
function withMark(value: string): string {
  return value.replace(/^([✓✗?!]) /, '$1\u00a0');
}

function stackedCell(value: string, head: string): Html {
  const prose = value.length > longestUnbroken ? html` class="prose"` : undefined;
  return html`<td${prose} data-head="${head}">${withMark(value)}</td>`;
}

/** What stands below its row where rows become lists: a reason would press the figures beside it together. */
const below = 'because';

function stackedRow(head: readonly string[], [name, ...values]: readonly string[]): Html {
  const place = head.indexOf(below) - 1;
  const why = values[place] ?? '';
  const shown = values.map((value, at) => (at === place ? undefined : stackedCell(value, head[at + 1] ?? '')));
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
  const shown = head.filter((name) => name !== below);
  return html`<table class="numbers stacks">
    ${headRow(shown)}
    <tbody>
      ${rows.map((row) => stackedRow(head, row))}
    </tbody>
  </table>`;
}

function headRow(head: readonly string[]): Html {
  return html`<thead>
    <tr>
      ${head.map((name) => (name === '' ? html`<td></td>` : html`<th scope="col">${name}</th>`))}
    </tr>
  </thead>`;
}

function cells({ head, rows, isWide = false }: LoadTable): Html {
  const cell = isWide ? wideCell : (value: string): Html => html`<td>${withMark(value)}</td>`;
  return html`<table class="numbers${isWide ? ' wide' : ''}">
    ${headRow(head)}
    <tbody>
      ${rows.map(
        ([name, ...values]) =>
          html`<tr>
            <th scope="row">${name ?? ''}</th>
            ${values.map((value) => (value.length > longestUnbroken ? html`<td class="prose">${value}</td>` : cell(value)))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
