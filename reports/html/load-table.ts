import type { LoadTable } from '../load/load-table.ts';
import { type Html, html } from '../text/html.ts';

/** A table of a load report; a long one is folded. */
export function tableView(table: LoadTable): Html {
  const id = table.title.toLowerCase().replaceAll(' ', '-');
  const content = html`<p class="lead">${table.lead}</p>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="${id}">${cells(table)}</div>`;
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

/** A figure, and what stands in brackets behind it. */
function figureCell(value: string): Html {
  const [, figure, interval] = /^(\S+) (\(.*\))$/.exec(value) ?? [];
  return figure === undefined ? html`<td>${value}</td>` : html`<td>${figure} <small>${interval}</small></td>`;
}

function cells({ head, rows, isWide = false }: LoadTable): Html {
  const cell = isWide ? figureCell : (value: string): Html => html`<td>${value}</td>`;
  return html`<table class="numbers${isWide ? ' wide' : ''}">
    <thead>
      <tr>
        ${head.map((name) => (name === '' ? html`<td></td>` : html`<th scope="col">${name}</th>`))}
      </tr>
    </thead>
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
